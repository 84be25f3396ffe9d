"""Rule-based players."""
