"""Runs a command and writes what it used, as one line of JSON, to the file named first.

Node does not tell the processor time and the peak memory of a child with all of its own children; wait4 does.
"""

import json
import resource
import subprocess
import sys
import time

report, *command = sys.argv[1:]
begin = time.monotonic()
code = subprocess.run(command).returncode
wall = time.monotonic() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
# ru_maxrss is in KiB on Linux, in bytes on macOS.
unit = 1 if sys.platform == "darwin" else 1024
with open(report, "w") as file:
    json.dump({"seconds": wall, "cpuSeconds": used.ru_utime + used.ru_stime, "peakBytes": used.ru_maxrss * unit}, file)
sys.exit(code)
