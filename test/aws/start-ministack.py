"""Starts MiniStack with one gap closed: on AWS an error of a Node function reaches its state machine under its own name."""

from ministack.app import main
from ministack.core import lambda_runtime
from ministack.services import lambda_svc

BETWEEN = "\x1f"
PRINTED = 'error: String(err.message || err)'
NAMED = 'error: String(err.name || "Error") + "\\x1f" + String(err.message || err)'

assert lambda_runtime._NODEJS_WORKER_SCRIPT.count(PRINTED) == 1, "another MiniStack: look at its worker again"
lambda_runtime._NODEJS_WORKER_SCRIPT = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(PRINTED, NAMED)

execute = lambda_svc._execute_function_warm


def execute_and_name_errors(*arguments):
    result = execute(*arguments)
    body = result.get("body")
    if result.get("error") and isinstance(body, dict) and BETWEEN in body.get("errorMessage", ""):
        body["errorType"], body["errorMessage"] = body["errorMessage"].split(BETWEEN, 1)
    return result


lambda_svc._execute_function_warm = execute_and_name_errors
main()
