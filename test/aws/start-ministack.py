"""Starts MiniStack, which enforces IAM here (AUTH=true), with what it lacks against AWS."""

import json

from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime
from ministack.services import kms, lambda_svc

# An error of a Node function reaches its state machine under its own name.
BETWEEN = "\x1f"
PRINTED = "error: String(err.message || err)"
NAMED = 'error: String(err.name || "Error") + "\\x1f" + String(err.message || err)'
assert lambda_runtime._NODEJS_WORKER_SCRIPT.count(PRINTED) == 1, "another MiniStack: look at its worker again"
# The host of an API, which a function learns from its event, is served below a path of the emulator.
API_HOSTS = """
const fetchDirectly = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { hostname, pathname, search } = new URL(input);
  const [, api] = /^(\\w+)\\.execute-api\\./.exec(hostname) ?? [];
  const below = `${process.env.AWS_ENDPOINT_URL}/_aws/execute-api/${api}/$default${pathname}${search}`;
  return fetchDirectly(api === undefined ? input : below, init);
};
"""
worker = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(PRINTED, NAMED)
lambda_runtime._NODEJS_WORKER_SCRIPT = API_HOSTS + worker
execute = lambda_svc._execute_function_warm


def execute_and_name_errors(*arguments):
    result = execute(*arguments)
    body = result.get("body")
    if result.get("error") and isinstance(body, dict) and BETWEEN in body.get("errorMessage", ""):
        body["errorType"], body["errorMessage"] = body["errorMessage"].split(BETWEEN, 1)
    return result


lambda_svc._execute_function_warm = execute_and_name_errors

# Rights on the table are bound to partitions and attributes. A transaction is checked item by item, in the order of its checks.
context_of = iam_actions.dynamodb_service_context
checks_of = iam_actions.dynamodb_transaction_checks
LEADING = "dynamodb:LeadingKeys"
items_to_check = []


def leading_keys(request):
    """The partition keys that a request or one item of a transaction names."""
    named = [request, *(key for of in request.get("RequestItems", {}).values() for key in ({"Key": k} for k in of["Keys"]))]
    found = [(each.get("Key") or each.get("Item") or {}).get("pk", {}).get("S") for each in named]
    if "KeyConditionExpression" in request:
        place = request["KeyConditionExpression"].split(" AND ")[0].split(" = ")[1]
        found.append(request["ExpressionAttributeValues"][place]["S"])
    return [key for key in found if key is not None]


def context_with_keys(body):
    request = json.loads(body or b"{}")
    context = context_of(body)
    if "UpdateExpression" in request:
        context["dynamodb:Attributes"] = [*request["Key"], *request.get("ExpressionAttributeNames", {}).values()]
    return {**context, LEADING: leading_keys(request)} if leading_keys(request) else context


def checks_with_keys(iam_action, body, region, account_id):
    checks = checks_of(iam_action, body, region, account_id)
    items_to_check[:] = [next(iter(item.values())) for item in json.loads(body)["TransactItems"]] if checks else []
    return checks


iam_actions.dynamodb_service_context = context_with_keys
iam_actions.dynamodb_transaction_checks = checks_with_keys

# Rights are rights on the key, whatever alias a call names, and may be bound to its aliases. What is refused can be read in the log.
enforce = iam_evaluator.enforce


def enforce_with_aliases(access_key_id, action, service, region, resource_arn="*", service_context=None):
    context = dict(service_context or {})
    if service == "kms":
        if resource_arn in kms._aliases:
            resource_arn = kms._keys[kms._aliases[resource_arn]]["Arn"]
        named = [arn for arn, key_id in kms._aliases.items() if resource_arn.endswith(f":key/{key_id}")]
        context["kms:ResourceAliases"] = [arn.split(":", 5)[5] for arn in named]
    if "dynamodb:EnclosingOperation" in context and items_to_check:
        item = items_to_check.pop(0)
        context[LEADING] = leading_keys(item)
        context["dynamodb:Attributes"] = [*item.get("Key", {}), *item.get("ExpressionAttributeNames", {}).values()]
    denied = enforce(access_key_id, action, service, region, resource_arn=resource_arn, service_context=context)
    if denied is not None:
        print("DENIED", action, resource_arn, getattr(denied, "principal_arn", ""), context.get(LEADING, ""), flush=True)
    return denied


iam_evaluator.enforce = enforce_with_aliases

# It is called without TLS, on this machine only; bucket policies refuse that.
pin_request_origin = app.pin_request_origin
app.pin_request_origin = lambda source_ip, _secure: pin_request_origin(source_ip, True)

app.main()
