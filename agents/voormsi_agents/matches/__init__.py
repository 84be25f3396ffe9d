"""Many games among agents."""
