"""Starts MiniStack, which enforces IAM here (AUTH=true), with what it lacks against AWS."""

from ministack import app
from ministack.core import iam_evaluator, lambda_runtime
from ministack.services import kms, lambda_svc

# An error of a Node function reaches its state machine under its own name.
BETWEEN = "\x1f"
PRINTED = "error: String(err.message || err)"
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

# Rights are rights on the key, whatever alias a call names, and may be bound to its aliases. What is refused can be read in the log.
enforce = iam_evaluator.enforce


def enforce_with_aliases(access_key_id, action, service, region, resource_arn="*", service_context=None):
    context = dict(service_context or {})
    if service == "kms":
        if resource_arn in kms._aliases:
            resource_arn = kms._keys[kms._aliases[resource_arn]]["Arn"]
        named = [arn for arn, key_id in kms._aliases.items() if resource_arn.endswith(f":key/{key_id}")]
        context["kms:ResourceAliases"] = [arn.split(":", 5)[5] for arn in named]
    denied = enforce(access_key_id, action, service, region, resource_arn=resource_arn, service_context=context)
    if denied is not None:
        print("DENIED", action, resource_arn, getattr(denied, "principal_arn", ""), flush=True)
    return denied


iam_evaluator.enforce = enforce_with_aliases

# It is called without TLS, on this machine only; bucket policies refuse that.
pin_request_origin = app.pin_request_origin
app.pin_request_origin = lambda source_ip, _secure: pin_request_origin(source_ip, True)

app.main()
