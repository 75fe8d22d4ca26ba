"""Words that every room shares: spans, messages, findings, French numbers and folded text."""
