"""The same pages by other means: what a programmer would write who does not know what is slow, and other engines."""
