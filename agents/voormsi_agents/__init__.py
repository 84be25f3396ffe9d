"""Everything that plays, learns or compares players of Voormsi."""
