"""Reinforcement by self-play."""
