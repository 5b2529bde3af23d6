"""Runs Schemathesis once for each line of stdin ({"folder", "args", "timeoutSeconds"}), in a forked child: the import is paid once.

Answers each line with {"exit": code} on stdout; a run that passes its time is killed and answered with {"exit": null}.
"""

import json
import os
import signal
import sys
import time

from schemathesis.cli import schemathesis


def run_child(job):
    os.setsid()
    os.chdir(job["folder"])
    log = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    code = 1
    try:
        schemathesis.main(args=job["args"], prog_name="schemathesis")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def wait_for(child, seconds):
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended == child:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


for line in sys.stdin:
    job = json.loads(line)
    child = os.fork()
    if child == 0:
        run_child(job)
    print(json.dumps({"exit": wait_for(child, job["timeoutSeconds"])}), flush=True)
