"""What the child program does when a test asks for it; each function returns plain values."""
