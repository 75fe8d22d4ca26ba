"""From bytes to located text: decoding, YAML with a span for every key and value, Markdown headings and links."""
