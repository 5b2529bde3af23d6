import type { ReasonCode } from '#verifier/result/verdict.ts';

/** What a reason means, to somebody who reads it for the first time; its headline is in REASON_TITLES. */
export type ReasonPage = {
  means: string;
  /** An exchange that ends so: requests and what they are answered. */
  example: string;
  /** What to do. */
  next: string;
};

const page = (means: string, example: string, next: string): ReasonPage => ({ means, example, next });

/** The API is at fault: mend it, or correct the document. */
const failures = {
  ROUTE_NOT_SERVED: page(
    'The document describes the operation, and the API answers like a path that it does not know.',
    'GET /things/7/parts → 404 {"error":"no such route"}, and GET /no-such-path → 404 with the same body',
    'Implement the route, or remove it from the document. If every route is missing, check --base-url.',
  ),
  METHOD_NOT_SERVED: page(
    'Another read shows the item, so the path is right; this method on it is not served.',
    'GET /things/7 → 200, PATCH /things/7 → 404',
    'Implement the method, or remove it from the document.',
  ),
  CARRIED_VALUE_REFUSED: page(
    'The request carried an id or value that an earlier answer contained, and was refused as invalid.',
    'POST /things → 201 {"id":7}, GET /things/7 → 400',
    'Accept the ids that the API gives out, or correct the format in the document.',
  ),
  MEDIA_TYPE_REFUSED: page(
    'The request used a media type that the document lists, and was answered 406 or 415.',
    'POST /things with Content-Type: application/json → 415',
    'Accept the media type, or correct the document.',
  ),
  SERVER_ERROR: page(
    'A valid request was answered with a 5xx status, twice.',
    'POST /things {"name":"sample"} → 500',
    'Read the log of the API for the request; the trace id is in the report.',
  ),
  UNEXPECTED_STATUS: page(
    'The operation answered with a status that the document does not list for it.',
    'POST /things → 200 where the document lists 201 only',
    'Correct the status or the document.',
  ),
  EMPTY_BODY: page(
    'The document gives a schema for this status, and the answer has no body.',
    'GET /things/7 → 200 with no body',
    'Answer with the body, or document that there is none.',
  ),
  MALFORMED_BODY: page(
    'The answer says that it is JSON, and is not.',
    'GET /things/7 → 200 Content-Type: application/json, body {"id":7',
    'Send valid JSON.',
  ),
  WRONG_MEDIA_TYPE: page(
    'The answer has another media type than the document lists for its status.',
    'GET /things/7 → 200 Content-Type: text/html',
    'Send the documented media type, or document this one.',
  ),
  SCHEMA: page(
    'A member, an item or a response header does not match the schema that the document gives.',
    'GET /things/7 → 200 {"id":"seven"} where id is an integer',
    'Correct the answer or the schema at the place that the report names.',
  ),
  FIELD_MISSING: page(
    'The answer leaves out a member that the journey needs and that the document promises, and another read shows it.',
    'POST /things {"name":"a"} → 201 {"id":7}, and GET /things/7 shows the name',
    'Show the member in this answer too, or correct the document.',
  ),
  VALUE_ALTERED: page(
    'The answer to a write contains a value that differs from the one in the request.',
    'POST /things {"size":3} → 201 {"size":1}',
    'Store and answer what was sent, or document the member as readOnly.',
  ),
  DEFAULT_NOT_TAKEN: page(
    'The request left the member out, and the answer shows another value than the documented default.',
    'POST /things {} → 201 {"color":"red"} where the default is "blue"',
    'Use the default, or correct the document.',
  ),
  LOCATION_MISLEADS: page(
    'The Location of a create does not lead to the thing that was created.',
    'POST /things → 201 Location: /things/6, and GET /things/6 shows another id',
    'Correct the header.',
  ),
  ITEM_LOST: page(
    'The create was answered with success, and no read shows the item. After a DELETE: another item went away.',
    'POST /things → 201 {"id":7}, GET /things/7 → 404',
    'Store the item before the success is answered.',
  ),
  VALUE_LOST: page(
    'The write was answered with success; neither the answer nor any other read shows the member.',
    'POST /things {"note":"a"} → 201, GET /things/7 → 200 without note',
    'Store the member, or document it as writeOnly.',
  ),
  VALUE_NOT_STORED: page(
    'The write was answered with success, and a later read shows another value than was sent.',
    'PATCH /things/7 {"name":"b"} → 200, GET /things/7 → 200 {"name":"a"}',
    'Store the change.',
  ),
  NOT_IN_LIST: page(
    'The item can be read by its id or was created with success, and the list that should hold it does not.',
    'POST /things → 201 {"id":7}, GET /things → 200 without an entry with id 7',
    'Add the item to the list, or document the filter that hides it.',
  ),
  NOT_DELETED: page(
    'The DELETE was answered with success, and a read still shows the item.',
    'DELETE /things/7 → 204, GET /things/7 → 200',
    'Remove the item, or answer that it cannot be removed.',
  ),
  NOT_FILTERED: page(
    'A list that was asked for one value shows others, or leaves out an item that has it.',
    'GET /things?color=red → 200 with an item whose color is blue',
    'Apply the filter.',
  ),
  ITEM_REPEATED: page(
    'One answer contains the same id several times.',
    'GET /things → 200 [{"id":7},{"id":7}]',
    'Remove the duplicate, often a join without DISTINCT.',
  ),
  PAGE_SIZE_IGNORED: page(
    'The page contains more items than the size parameter allows.',
    'GET /things?limit=1 → 200 with two items',
    'Apply the limit.',
  ),
  PAGE_REPEATED: page(
    'Walking the pages shows one item twice.',
    'GET /things?page=1 and GET /things?page=2 both show id 7',
    'Sort by a unique key, so that pages do not overlap.',
  ),
  PAGE_MISSTATED: page(
    'The number, the first or last flag, or the count of items of a page does not fit what the page shows.',
    'GET /things?page=2 → 200 {"page":1, …}',
    'Correct the member that the report names.',
  ),
  TOTAL_MISSTATED: page(
    'The pages contain more items than the total says.',
    'GET /things → 200 {"total":1,"items":[{…},{…}]}',
    'Count what the list shows.',
  ),
  NOT_SORTED: page(
    'Two items stand in the opposite order of the sort parameter.',
    'GET /things?sort=name → 200 [{"name":"b"},{"name":"a"}]',
    'Apply the sort parameter.',
  ),
  UNCHANGED: page(
    'The action was answered with success, and the state that it should change is as before.',
    'POST /orders/7/cancel → 200, GET /orders/7 → 200 {"status":"OPEN"} as before',
    'Carry the action out before the success is answered.',
  ),
  AUTHN_MISSING: page(
    'A request without an identity, or with made-up credentials, was answered with success.',
    'GET /things without Authorization → 200',
    'Require credentials on the operation, or document that it needs none (security: []).',
  ),
  AUTHZ_FUNCTION: page(
    'A persona whose description excludes the operation was answered with success.',
    'POST /things as viewer ("may only read") → 201',
    'Check the role, or correct the description of the persona.',
  ),
  AUTHZ_OBJECT: page(
    'Another identity than the owner changed or deleted an item (broken object level authorization, OWASP API1).',
    'DELETE /things/7 as other → 204, and the item of owner is gone',
    'Check the owner of the object on every request.',
  ),
  MISSING_ITEM_ANSWERED: page(
    'A read, change or deletion of an id that does not exist was answered with a 2xx status.',
    'GET /things/0000 → 200',
    'Answer 404.',
  ),
} satisfies Partial<Record<ReasonCode, ReasonPage>>;

/** Something stood in the way: the API was not judged. */
const undecided = {
  PARAMETER_NOT_SET: page(
    'The path needs a value that no operation of the document creates, and its variable is not set.',
    'GET /workspaces/{workspaceId}/things without APITEST_PARAM_WORKSPACE_ID',
    'Set the variable; doctor lists all of them.',
  ),
  CREDENTIAL_UNAVAILABLE: page(
    'The variable of the persona is not set or does not hold the JSON of its type, or the token endpoint failed.',
    'AUTH_OWNER is not set',
    'Set the variable in the form of the type: BEARER is {"token":"…"}.',
  ),
  CREDENTIAL_REJECTED: page(
    'A request with the credential of the persona was answered 401.',
    'GET /things as owner → 401',
    'Check the credential; it may be for another environment.',
  ),
  TOKEN_EXPIRED: page(
    'The token was accepted before and has expired. A token endpoint is called once per persona and run.',
    'GET /things as owner → 200, later → 401 {"error":"token expired"}',
    'Give a token that outlasts the run.',
  ),
  NO_IDENTITY: page(
    'A request without an identity was answered 401, and no persona is there to send one.',
    'GET /things → 401',
    'Give an identity: -H, --token, --user or --personas.',
  ),
  PERSONA_FORBIDDEN: page(
    'The API answered 403 to a persona whose description does not exclude the operation.',
    'POST /things as member → 403',
    'Describe the limit of the persona, or give it the right.',
  ),
  EXISTENCE_HIDDEN: page(
    'The API answers 401 or 403 where nothing is there, so a missing item cannot be told from a forbidden one.',
    'GET /things/0000 → 403',
    'Nothing, where this is intended.',
  ),
  TARGET_UNREACHABLE: page(
    'The host cannot be resolved, or refuses the connection.',
    'connect ECONNREFUSED 127.0.0.1:3000',
    'Start the API, or correct --base-url.',
  ),
  TLS_UNTRUSTED: page(
    'The TLS certificate of the API is not signed by an authority that this machine trusts.',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'Name the authority with --cacert FILE.',
  ),
  CONNECTION_BROKEN: page(
    'The connection ended before the answer was complete.',
    'GET /things → ECONNRESET after the headers',
    'Look for a crash or a proxy between; run again.',
  ),
  TIMEOUT: page(
    'No complete answer came within the time limit of a request.',
    'GET /things → nothing within 30 s',
    'Raise --timeout, or lower --concurrency.',
  ),
  TARGET_BUSY: page(
    'The API answered 429 or 503 to every attempt.',
    'POST /things → 429 Retry-After: 60',
    'Raise the rate limit of the test environment, or lower --concurrency.',
  ),
  UNEXPECTED_REDIRECT: page(
    'The redirect leads to another host or to a web page, often a login page.',
    'GET /things → 302 Location: /login',
    'Give an identity, or correct --base-url.',
  ),
  PREREQUISITE_NOT_FOUND: page(
    'The request names a parent or a reference that the API does not have.',
    'POST /workspaces/w1/things → 404 {"error":"workspace not found"}',
    'Provide the parent (APITEST_PARAM_…), or add the operation that creates it to the document.',
  ),
  INPUT_REFUSED: page(
    'The document allows the values, and the API refuses them as invalid.',
    'POST /things {"code":"sample"} → 422 {"error":"code must have 8 digits"}',
    'State the rule in the document: an example, a pattern or an enum of the member.',
  ),
  INPUT_CONFLICT: page(
    'The API answered 409 and names a value of the request.',
    'POST /users {"email":"a@example.com"} → 409 {"error":"email exists"}',
    'Give the member a format or pattern that leaves room for unique values.',
  ),
  STATE_CONFLICT: page(
    'The API refuses the operation because of what the item is at the moment.',
    'POST /orders/7/ship → 409 {"error":"order is not paid"}',
    'Add the operation that brings the item into that state to the document.',
  ),
  PRECONDITION_NOT_MET: page(
    'The API answered 402, 412, 423, 424, 426, 428 or 501, or what the journey would change is so already.',
    'PUT /things/7 → 428 {"error":"If-Match required"}',
    'Document the header or the feature that the operation needs.',
  ),
  ITEM_NOT_SHOWN: page(
    'The answer need not show the item and does not, so the journey cannot go on.',
    'POST /things → 202 with no body and no Location',
    'Answer with the item or its Location to have it verified.',
  ),
  SERVER_NORMALISED: page(
    'The API stores the value in a normal form: trimmed, in lower case, without an offset.',
    'POST /users {"email":"A@example.com"} → 201 {"email":"a@example.com"}',
    'Nothing, where this is intended; an example in that form makes the journey decide.',
  ),
  LIST_NOT_EXHAUSTED: page(
    'The list has more pages than the run may read, or changed while it was read.',
    'GET /things?page=1 … page=50, and more follow',
    'Run against an environment with fewer items, or document a filter.',
  ),
  NOT_FINISHED: page(
    'The item did not come to the expected state, or shows something else at each read.',
    'POST /jobs → 202, GET /jobs/7 → 200 {"status":"RUNNING"} for 30 s',
    'Make the work quicker in the test environment.',
  ),
  SOFT_DELETED: page(
    'The item can still be read, and says that it is deleted. This counts as a pass.',
    'DELETE /things/7 → 204, GET /things/7 → 200 {"deleted":true}',
    'Nothing.',
  ),
  ID_REUSED: page(
    'The id of a deleted item was given to another one, or several creates were answered with the same item.',
    'DELETE /things/7 → 204, GET /things/7 → 200 with another name',
    'Give each item an id of its own.',
  ),
  EVENTUALLY_CONSISTENT: page(
    'The first read showed the old state, and a later one the new one.',
    'PATCH /things/7 → 200, GET → old name, GET after 2 s → new name',
    'Nothing, where this is intended.',
  ),
  FLAKY: page(
    'The journey failed once and did not fail in the same way when it ran again.',
    'POST /things → 500, and in the next attempt → 201',
    'Look for races in the API; run the journey again.',
  ),
  NO_EVIDENCE: page(
    'The uploaded result says that the journey did not pass, and no step shows why.',
    'a result document of another tool',
    'Record the result of the verifier itself.',
  ),
  UNPROVEN: page(
    'The uploaded result says that the journey passed, and does not show every step of its plan.',
    'a result document whose steps were cut',
    'Record the result of the verifier itself.',
  ),
  CAUSED_BY: page(
    'The journey did not pass because of a fault that another journey reports.',
    'POST /things → 500 in two journeys: one keeps the verdict',
    'Mend the cause; causedBy names the journey.',
  ),
} satisfies Partial<Record<ReasonCode, ReasonPage>>;

/** Every reason once: those that accuse the API first. */
export const reasonPages: Record<ReasonCode, ReasonPage> = { ...failures, ...undecided };

/** Whether the API is at fault where this is the reason. */
export const accuses = (code: string): boolean => Object.hasOwn(failures, code);
