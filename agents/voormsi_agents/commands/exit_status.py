"""What the commands end with.

| status | meaning |
| --- | --- |
| 0 | all well |
| 1 | `voormsi check` found faults |
| 2 | bad usage, or a file that cannot be read or written; one line on the standard error says why |
| 130 | interrupted (SIGINT) |
| 141 | whoever read the output went away |
| 143 | terminated (SIGTERM) |
"""

from __future__ import annotations

DONE = 0
FAULTY = 1
REFUSED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
TERMINATED = 143
