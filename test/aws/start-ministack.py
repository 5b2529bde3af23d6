"""Starts MiniStack, which enforces IAM here (AUTH=true), with what it lacks against AWS."""

import copy
import io
import json
import os
import re
import subprocess
import tempfile
import time
import zipfile

import yaml
from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime
from ministack.services.cloudformation import provisioners
from ministack.services import backup, bedrock_runtime, budgets, codebuild, cognito, dynamodb, kms, lambda_svc, s3, stepfunctions

# An error of a Node function reaches its state machine under its own name.
BETWEEN = "\x1f"
PRINTED = "error: String(err.message || err)"
NAMED = 'error: String(err.name || "Error") + "\\x1f" + String(err.message || err)'
assert lambda_runtime._NODEJS_WORKER_SCRIPT.count(PRINTED) == 1, "another MiniStack: look at its worker again"
# Hosts that functions learn from their events and settings, or know by themselves, are served below paths of the emulator.
HOSTS = """
const fetchDirectly = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { hostname, pathname, search } = new URL(input);
  const [, name, service] = /^([\\w-]+)\\.(?:(execute-api)\\.)?/.exec(hostname) ?? [];
  const isService = ["cognito-idp", "bedrock-runtime"].includes(name);
  const below = service === undefined ? "" : `/_aws/execute-api/${name}/$default`;
  const served = `${process.env.AWS_ENDPOINT_URL}${below}${pathname}${search}`;
  return fetchDirectly(service === undefined && !isService ? input : served, init);
};
"""
worker = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(PRINTED, NAMED)
lambda_runtime._NODEJS_WORKER_SCRIPT = HOSTS + worker
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
    # The operation has no right of its own.
    if action == "bedrock:Converse":
        action = "bedrock:InvokeModel"
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

# A user whom a tenant's provider asserts is named <provider>_<subject> and has no alias. On AWS the provider's answer adds such a user; here
# AdminCreateUser does.
PROVIDERS_USER = re.compile(r"[0-9a-f]{32}_")
user_error, user_alias, resolve_user = cognito._new_user_error, cognito._username_alias_attribute, cognito._resolve_user


def resolve_without_providers_aliases(pool, username):
    own = {name: user for name, user in pool["_users"].items() if not PROVIDERS_USER.match(name)}
    user, error = resolve_user({**pool, "_users": own}, username)
    is_address = "@" in (username or "")
    return (user, error) if user or is_address else resolve_user(pool, username)


cognito._new_user_error = lambda pool, name, attributes: None if PROVIDERS_USER.match(name) else user_error(pool, name, attributes)
cognito._username_alias_attribute = lambda pool, name: None if PROVIDERS_USER.match(name) else user_alias(pool, name)
cognito._resolve_user = resolve_without_providers_aliases

# The language model words every requirement, and names each case by its quote, as the rules do.


def words_requirements(_model_id, messages, _system, _inference_config, tool_config):
    """What a good model answers, in the form of its proxied answers, and the tokens that it took."""
    asked = json.loads(bedrock_runtime._last_user_text(messages))["requirements"]
    told = {"outcomeType": "SUCCESS", "pathClass": "HAPPY", "priority": "HIGH", "type": "FUNCTIONAL"}
    nothing = {"riskIndicator": None, "roleRequirement": None, "postConditions": [], "dataExpectations": [], "edgeCases": []}

    def case_of(requirement, quote):
        assertion = {"type": "BUSINESS_RULE", "description": "It is so.", "prdQuote": quote}
        said = {"name": quote, "description": "Do it and see.", "preConditions": ["Something is there."]}
        return {"requirement": requirement, "assertions": [assertion], **said, **told, **nothing}

    answer = json.dumps({"cases": [case_of(each["requirement"], each["quote"]) for each in asked]})
    [tool] = (tool_config or {}).get("tools") or [None]
    if tool is None:
        return {"content": answer}, (100, 20)
    called = {"name": tool["toolSpec"]["name"], "arguments": answer}
    return {"content": None, "tool_calls": [{"id": "t", "function": called}]}, (100, 20)


bedrock_runtime._proxy_openai_chat_message = words_requirements

# As many builds at once as the file says, as an account has; without it no limit.
builds_under_way = []


def take_place(name):
    limit = os.environ["BUILD_LIMIT_FILE"]
    if os.path.exists(limit) and len(builds_under_way) >= int(open(limit).read()):
        print(f"CodeBuild {name}: AccountLimitExceededException", flush=True)
        raise stepfunctions._ExecutionError("CodeBuild.AccountLimitExceededException", "Cannot have more than 1 builds in queue for the account")
    builds_under_way.append(name)


# A state machine runs a build of a CodeBuild project and waits for its end: its commands on its source, in a process with its role's rights.
def run_build(_resource, given):
    project = codebuild._projects[given["ProjectName"]]
    bucket, key = project["source"]["location"].split("/", 1)
    name = project["name"]
    take_place(name)
    try:
        return stamp(project, name, bucket, key, given)
    finally:
        builds_under_way.remove(name)


def stamp(project, name, bucket, key, given):
    role = {"Role": project["serviceRole"], "FunctionArn": f"arn:aws:lambda:us-east-1:000000000000:function:{name}", "FunctionName": name}
    variables = {each["name"]: each["value"] for each in project["environment"]["environmentVariables"]}
    variables.update({each["Name"]: each["Value"] for each in given["EnvironmentVariablesOverride"]})
    place = {"AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL": f"http://127.0.0.1:{os.environ['GATEWAY_PORT']}"}
    environment = {"PATH": os.environ["PATH"], **place, **lambda_runtime.execution_credentials(role), **variables}
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(io.BytesIO(s3._get_object_data(bucket, key))).extractall(folder)
        for command in yaml.safe_load(project["source"]["buildspec"])["phases"]["build"]["commands"]:
            done = subprocess.run(command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            print(f"CodeBuild {name}: {command} ended with {done.returncode}", done.stdout, flush=True)
            if done.returncode != 0:
                raise stepfunctions._ExecutionError("States.TaskFailed", json.dumps({"Build": {"BuildStatus": "FAILED"}}))
    return {"Build": {"BuildStatus": "SUCCEEDED"}}


stepfunctions._SERVICE_DISPATCH["arn:aws:states:::codebuild:startBuild"] = run_build

# It knows no arithmetic on metrics: such an alarm watches the first of them.
alarm_record = provisioners._cw_metric_alarm_record


def of_first_metric(name, props):
    its = [each["MetricStat"] for each in props.get("Metrics") or [] if "MetricStat" in each]
    if not its:
        return alarm_record(name, props)
    others = {key: value for key, value in props.items() if key != "Metrics"}
    return alarm_record(name, {**others, **its[0]["Metric"], "Period": its[0]["Period"], "Statistic": its[0]["Stat"]})


provisioners._cw_metric_alarm_record = of_first_metric

# Its CloudFormation lacks types whose services it has. A firewall's log is only taken: no service of it knows logs.


def create_budget(_logical_id, given, _stack):
    limit = given["Budget"]["BudgetLimit"]
    budget = {**given["Budget"], "BudgetLimit": {**limit, "Amount": str(limit["Amount"])}}
    refuse_failed(budgets._create_budget({**given, "Budget": budget}))
    return budget["BudgetName"], {}


def create_selection(_logical_id, given, _stack):
    answer = backup._create_selection(given["BackupPlanId"], given)
    refuse_failed(answer)
    return json.loads(answer[2])["SelectionId"], {}


def refuse_failed(answer):
    if answer[0] >= 400:
        raise ValueError(answer[2])


provisioners._RESOURCE_HANDLERS.update({
    "AWS::Budgets::Budget": {"create": create_budget},
    "AWS::Backup::BackupSelection": {"create": create_selection},
    "AWS::WAFv2::LoggingConfiguration": {"create": lambda _logical_id, given, _stack: (given["ResourceArn"], {})},
})

# Its point-in-time recovery copies the table of now. Here each write is noted with the item before it, and a restore takes back what is newer.
written = {}
set_item, remove_item = dynamodb._set_item, dynamodb._remove_item


def noting(write):
    def noted(table, pk, sk, *item):
        before = copy.deepcopy(table["items"].get(pk, {}).get(sk))
        written.setdefault(table["TableName"], []).append((time.time(), pk, sk, before))
        return write(table, pk, sk, *item)

    return noted


dynamodb._set_item, dynamodb._remove_item = noting(set_item), noting(remove_item)
restore_now, describe_backups = dynamodb._restore_table_to_point_in_time, dynamodb._describe_continuous_backups
describe_table = dynamodb._table_description


def restore_to_moment(request):
    source, target, moment = request["SourceTableName"], request["TargetTableName"], request["RestoreDateTime"]
    answer = restore_now(request)
    if answer[0] != 200:
        return answer
    table = dynamodb._tables[target]
    for at, pk, sk, before in reversed(written.get(source, [])):
        if at <= moment:
            break
        remove_item(table, pk, sk) if before is None else set_item(table, pk, sk, copy.deepcopy(before))
    arn = dynamodb._tables[source]["TableArn"]
    table["RestoreSummary"] = {"SourceTableArn": arn, "RestoreDateTime": moment, "RestoreInProgress": False}
    return answer


def describe_origin(name):
    origin = dynamodb._tables[name].get("RestoreSummary")
    return {**describe_table(name), **({"RestoreSummary": origin} if origin else {})}


def describe_window(request):
    status, headers, body = describe_backups(request)
    answer = json.loads(body)
    recovery = answer.get("ContinuousBackupsDescription", {}).get("PointInTimeRecoveryDescription", {})
    if "EarliestRestorableDateTime" in recovery:
        recovery["EarliestRestorableDateTime"] = dynamodb._tables[request["TableName"]]["CreationDateTime"]
    return status, headers, json.dumps(answer).encode()


dynamodb._restore_table_to_point_in_time, dynamodb._table_description = restore_to_moment, describe_origin
dynamodb._describe_continuous_backups = describe_window

# It is called without TLS, on this machine only; bucket policies refuse that.
pin_request_origin = app.pin_request_origin
app.pin_request_origin = lambda source_ip, _secure: pin_request_origin(source_ip, True)

app.main()
