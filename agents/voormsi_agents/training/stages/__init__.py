"""What a policy learns from before it plays for itself."""
