"""Environments in which one seat learns and agents fill the others."""
