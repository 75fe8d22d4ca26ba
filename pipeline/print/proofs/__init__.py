"""Proofs for people: what somebody looks at before the order is sent. Each is one file and gives bytes."""
