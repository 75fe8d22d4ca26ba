"""What is done to pages after layout: inks, overprint, marks, frames, flattening. Each pass is one file."""
