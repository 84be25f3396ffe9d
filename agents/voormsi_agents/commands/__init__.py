"""The command line: arguments and exit statuses, nothing else."""
