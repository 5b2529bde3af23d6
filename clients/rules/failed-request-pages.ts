import { page, type RowPage } from './row-page.ts';

/** Pages of the verdict rows about requests, refusals and absent items, by id. */
export const failedRequestPages: Readonly<Record<string, RowPage>> = {
  'row/parameter-not-set': page(
    'A step needs an input whose environment variable is not set',
    ['APITEST_PARAM'],
    'GET /regions/{region}/tasks without APITEST_PARAM_REGION: nothing is sent',
  ),
  'row/credential-unavailable': page(
    "The credentials of a step's persona cannot be used",
    ['persona'],
    'AUTH_ADMIN={"token":""}: nothing is sent as persona admin',
  ),
  'row/unreachable': page(
    'The host cannot be resolved or refuses the connection',
    ['DNS', 'ECONNREFUSED'],
    'POST /tasks → connection refused',
  ),
  'row/tls-untrusted': page(
    'The TLS certificate of the target is not trusted',
    ['TLS'],
    'GET https://api.test/tasks → self-signed certificate',
  ),
  'row/timeout': page('No response comes in time', ['timeout'], 'GET /tasks → no response within 30 s'),
  'row/connection-broken': page(
    'The connection breaks before the response is complete',
    ['ECONNRESET'],
    'GET /tasks → connection reset',
  ),
  'row/busy': page(
    'The target asks to come later, and does so again after the resends',
    ['429 Too Many Requests', '503 Service Unavailable'],
    'POST /tasks → 429, 429, 429',
  ),
  'row/token-expired': page(
    "A 401 comes after the token's own expiry",
    ['401 Unauthorized', 'JWT exp'],
    'GET /tasks with a token that expired a minute ago → 401',
  ),
  'row/credential-rejected': page(
    'A request with credentials gets 401',
    ['401 Unauthorized'],
    'GET /tasks with the token of persona admin → 401',
  ),
  'row/no-identity': page(
    'A request without credentials gets 401',
    ['401 Unauthorized', 'security scheme'],
    'GET /tasks without Authorization → 401',
  ),
  'row/persona-forbidden': page('The persona gets 403', ['403 Forbidden'], 'DELETE /tasks/7 as persona viewer → 403'),
  'row/redirected': page(
    'A redirect leads to another host, to a page or in circles',
    ['3xx redirect'],
    'GET /tasks → 302 Location: https://login.test/',
  ),
  'row/existence-hidden': page(
    'An unknown id gets 401 or 403 in place of 404',
    ['404 Not Found', '403 Forbidden'],
    'GET /tasks/zzz → 403',
  ),
  'row/gone-otherwise': page(
    'A deleted id gets 400 or 422, and the spec documents 404',
    ['404 Not Found'],
    'DELETE /tasks/7 → 204, GET /tasks/7 → 400',
  ),
  'row/negative-input-refused': page(
    'A step that expects a refusal is refused for its form',
    ['400 Bad Request', '415 Unsupported Media Type'],
    'GET /tasks/zzz → 400 {"error":"not a UUID"}',
  ),
  'row/nothing-to-act-on': page(
    'A call for an unknown id succeeds and asserts nothing',
    ['idempotent DELETE'],
    'DELETE /tasks/zzz → 204',
  ),
  'row/any-reference-taken': page(
    'A create with made-up references succeeds, so the server checks none and nothing is claimed',
    ['foreign key'],
    'POST /trips {"vehicleId":"nobody-has-this"} as bob → 201',
  ),
  'row/unserved-success': page(
    'An expected refusal is the 2xx that any path gets',
    ['catch-all route'],
    'GET /tasks without Authorization → 200 page, and GET /no-such-path → 200 with the same page',
  ),
  'row/refused-in-words': page(
    'An expected refusal is a 2xx that reports a failure, or deletes nothing',
    ['200 with an error body'],
    'GET /tasks/7 as another user → 200 {"error":"not found"}',
  ),
  'row/authentication-missing': page(
    'A request without valid credentials succeeds',
    ['broken authentication (OWASP API2:2023)'],
    'GET /tasks without Authorization → 200 [{"id":7}]',
  ),
  'row/function-allowed': page(
    'A persona does what the spec says that it may not do',
    ['broken function level authorization (OWASP API5:2023)'],
    'DELETE /users/7 as persona viewer → 204',
  ),
  'row/object-allowed': page(
    'Another user reaches an item that is not its own',
    ['broken object level authorization (OWASP API1:2023)'],
    'GET /tasks/7 as another user → 200 {"id":7}',
  ),
  'row/parent-created-too': page(
    'A create below an unknown parent also creates the parent',
    ['implicit parent'],
    'POST /buckets/zzz/files → 201, GET /buckets/zzz → 200',
  ),
  'row/unknown-id-answered': page('An unknown id gets a 2xx', ['404 Not Found'], 'GET /tasks/zzz → 200 {"title":""}'),
  'row/late': page(
    'A wrong value becomes right on a later read, or a cache answers to the end',
    ['eventual consistency', 'cache'],
    'POST /tasks → 201, GET /tasks/1 → 404, after 500 ms: GET /tasks/1 → 200',
  ),
  'row/method-not-allowed': page(
    'The router does not know the method',
    ['405 Method Not Allowed', '501 Not Implemented'],
    'PATCH /tasks/7 → 405',
  ),
  'row/displaced': page(
    'A newer item replaced this one, a restore finds no deleted item, or a queue is empty',
    ['lifecycle', '404 Not Found'],
    'POST /sessions twice, GET /sessions/1 → 404',
  ),
  'row/refused-for-shared': page(
    'The item that another journey got too is refused',
    ['get-or-create'],
    'DELETE /labels/7 → 400, and another journey deleted label 7',
  ),
  'row/delete-not-served': page(
    'The DELETE of a new item gets the response of a missing route',
    ['404 Not Found'],
    'POST /tasks → 201, DELETE /tasks/1 → 404 {"error":"no such route"}',
  ),
  'row/optional-call-for-nothing': page(
    'An optional call for a made-up item gets 404',
    ['404 Not Found'],
    'GET /lookup/{code} with a made-up code → 404',
  ),
  'row/like-no-route': page(
    'A request gets the response of a random path',
    ['404 Not Found', 'router'],
    'GET /tasks → 404 "Cannot GET /tasks", GET /no-such-path → 404 "Cannot GET /no-such-path"',
  ),
  'row/outside-parent-missing': page(
    'The item that a given parameter names does not exist',
    ['APITEST_PARAM', '404 Not Found'],
    'GET /regions/eu-1/tasks with APITEST_PARAM_REGION=eu-1 → 404',
  ),
  'row/reference-missing': page(
    'A create gets 404 because its body names an item that does not exist',
    ['foreign key'],
    'POST /tasks {"ownerId":"sample"} → 404 {"error":"no such owner"}',
  ),
  'row/upsert-refused': page(
    'A PUT to a chosen id gets 404, because it only changes existing items',
    ['PUT', 'upsert'],
    'PUT /tasks/sample-1 → 404',
  ),
  'row/nothing-found': page(
    'An optional read finds no entry that a later step needs',
    ['reference data'],
    'GET /categories → 204, and POST /tasks needs a category',
  ),
  'row/absent-by-itself': page(
    'An item that the service creates by itself is not there',
    ['204 No Content', '404 Not Found'],
    'GET /tasks/7/report → 404, and no request of the run creates a report',
  ),
  'row/gone-unnamed': page('A request that names no item gets 404', ['404 Not Found'], 'GET /tasks → 404'),
  'row/deleted-by-another': page(
    'The item is gone after the refused DELETE of another user',
    ['broken object level authorization (OWASP API1:2023)'],
    'DELETE /tasks/7 as another user → 403, GET /tasks/7 as its owner → 404',
  ),
  'row/refused-in-own-words': page(
    'A write to an own item gets 404 about something else',
    ['404 Not Found'],
    'POST /carts/7/coupons {"code":"x"} → 404 {"error":"no such coupon"}',
  ),
  'row/list-below-refused': page(
    'A read below an item gets 404 although the item exists',
    ['nested resource'],
    'GET /projects/7/tasks → 404, GET /projects/7 → 200',
  ),
  'row/made-up-beside': page(
    'A write gets 404, and a made-up query value or a found entry may be what is missing',
    ['404 Not Found'],
    'POST /tasks/7/move?to=sample → 404, GET /tasks/7 → 200',
  ),
  'row/method-not-served': page(
    'A method gets 404 although another read shows the item',
    ['404 Not Found'],
    'PATCH /tasks/7 → 404, GET /tasks/7 → 200',
  ),
  'row/namesake-parent': page(
    'The parent was created under another prefix',
    ['API group'],
    'POST /api/v1/namespaces → 201, GET /apis/apps/v1/namespaces/a/deployments → 404',
  ),
  'row/unseen-item': page(
    'A PUT or PATCH gets 404 for an item that the journey has not seen',
    ['PUT', 'singleton'],
    'PUT /tasks/7/settings → 404',
  ),
  'row/removed-by-action': page(
    'An action removed its item, as it may',
    ['action', '404 Not Found'],
    'POST /tokens/7/revoke → 200, GET /tokens/7 → 404',
  ),
  'row/item-lost': page(
    'The created item is not there, and its route is served',
    ['persistence'],
    'POST /tasks → 201 {"id":7}, GET /tasks/7 → 404 {"error":"no such task"}',
  ),
  'row/own-item-unserved': page(
    'The created item gets 404, and nothing shows that the route is served',
    ['404 Not Found'],
    'POST /tasks → 201 {"id":7}, GET /tasks/7 → 404',
  ),
  'row/prerequisite-missing': page(
    'A parent or reference of the request does not exist',
    ['404 Not Found'],
    'POST /tasks/sample/comments → 404',
  ),
  'row/value-refused': page(
    'A generated value is refused',
    ['400 Bad Request', '422 Unprocessable Content'],
    'POST /tasks {"title":"sample"} → 422 {"title":"must be upper case"}',
  ),
  'row/value-conflict': page(
    'A 409 names a sent value',
    ['409 Conflict'],
    'POST /users {"name":"sample"} → 409 {"error":"name exists"}',
  ),
  'row/state-conflict': page(
    'A 409 or 405 is about the state of the item',
    ['409 Conflict'],
    'DELETE /orders/7 → 409 {"error":"already shipped"}',
  ),
  'row/state-refused': page(
    'A write or an optional read gets 400 or 422, and only the state can be the cause',
    ['400 Bad Request'],
    'POST /carts/7/checkout → 422 {"error":"cart is empty"}',
  ),
  'row/precondition-refused': page(
    'A precondition of the request is not met',
    ['412 Precondition Failed', '428 Precondition Required'],
    'PUT /tasks/7 without If-Match → 428',
  ),
  'row/control-refused': page(
    "The allowed caller is refused, in a test of another user's access",
    ['403 Forbidden', 'positive control'],
    'POST /reports as persona admin → 400 {"error":"upgrade first"}',
  ),
  'row/namesake-refused': page(
    'A request below a parent of another prefix gets 400 or 422',
    ['API group'],
    'POST /apis/apps/v1/namespaces/a/deployments → 422',
  ),
  'row/own-value-refused': page(
    'The API refuses a value that it returned itself',
    ['400 Bad Request'],
    'POST /tasks → 201 {"id":7}, GET /tasks/7 → 400',
  ),
  'row/media-type-refused': page(
    'A documented media type gets 406 or 415',
    ['406 Not Acceptable', '415 Unsupported Media Type'],
    'POST /tasks with Content-Type: application/json → 415',
  ),
  'row/server-error': page(
    'A valid request gets a 5xx, twice',
    ['500 Internal Server Error'],
    'POST /tasks {"title":"sample"} → 500, 500',
  ),
};
