"""Comparing players: schedules, games, statistics, ratings and reports."""
