import { page, type RowPage } from './row-page.ts';

/** Pages of the verdict rows about responses, values and lists, by id. */
export const wrongResponsePages: Readonly<Record<string, RowPage>> = {
  'row/marked-as-deleted': page(
    'The read after a DELETE shows a deletion mark or nothing',
    ['soft delete (AIP-164)'],
    'DELETE /tasks/7 → 204, GET /tasks/7 → 200 {"deleted":true}',
  ),
  'row/id-reused': page(
    'The read after a DELETE shows another item',
    ['id reuse'],
    'DELETE /tasks/7 → 204, GET /tasks/7 → 200 {"title":"another"}',
  ),
  'row/shared-not-deleted': page(
    'The item is still there, and another journey got the same item',
    ['get-or-create'],
    'DELETE /labels/7 → 204, GET /labels/7 → 200, and another journey created label 7',
  ),
  'row/deletion-under-way': page(
    'A DELETE was only accepted, and the item is there to the end of the wait',
    ['202 Accepted'],
    'DELETE /tasks/7 → 202, for 30 s: GET /tasks/7 → 200',
  ),
  'row/not-deleted': page(
    'The read after a DELETE shows the item unchanged',
    ['persistence'],
    'DELETE /tasks/7 → 204, GET /tasks/7 → 200 {"title":"a"}',
  ),
  'row/status-not-documented': page(
    'The status is not one that the plan expects',
    ['responses'],
    'POST /tasks → 200 where the spec documents 201',
  ),
  'row/body-empty': page(
    'The response has no body where one is documented',
    ['responses'],
    'GET /tasks/7 → 200 without a body',
  ),
  'row/body-malformed': page(
    'The response body cannot be parsed',
    ['application/json'],
    'GET /tasks/7 → 200 {"title":"a',
  ),
  'row/media-type-not-documented': page(
    'The response has another media type than documented',
    ['Content-Type'],
    'GET /tasks/7 → 200 text/html',
  ),
  'row/schema-broken': page(
    'The response breaks its schema',
    ['JSON Schema'],
    'GET /tasks/7 → 200 {"id":"7"} where the schema says integer',
  ),
  'row/guard-not-met': page(
    'The item already is as the journey wants to make it',
    ['precondition'],
    'GET /settings → 200 {"theme":"dark"} before PUT /settings {"theme":"dark"}',
  ),
  'row/not-finished': page(
    'Asynchronous work does not end in time',
    ['202 Accepted', 'polling'],
    'POST /exports → 202, for 60 s: GET /exports/7 → 200 {"state":"RUNNING"}',
  ),
  'row/nothing-to-take': page(
    'A list that the run does not fill has no entry, or nothing waits',
    ['reference data', 'queue'],
    'GET /categories → 200 []',
  ),
  'row/shared-item': page(
    'A value is wrong, and another journey got the same item',
    ['get-or-create'],
    'PATCH /labels/7 {"colour":"red"}, GET /labels/7 → 200 {"colour":"blue"}, and another journey sent blue',
  ),
  'row/changes-by-itself': page(
    'Two reads differ without a write in between',
    ['volatile value'],
    'GET /status → 200 {"load":3}, GET /status → 200 {"load":4}',
  ),
  'row/default-not-taken': page(
    'A member that was not sent shows another value than its default',
    ['default'],
    'POST /tasks {"title":"a"} → 201 {"done":true} where the default is false',
  ),
  'row/other-documented-response': page(
    'A write gets another documented response, or one that the spec does not describe, without the item',
    ['201 Created', '204 No Content'],
    'POST /tasks → 204 where the plan expects 201 with the item',
  ),
  'row/shows-id-only': page(
    "A write's response shows only the id",
    ['201 Created'],
    'POST /tasks {"title":"a","colour":"red"} → 201 {"id":7}',
  ),
  'row/member-missing': page(
    'A response lacks a member that another read shows, or a header',
    ['responses'],
    'POST /tasks {"title":"a"} → 201 {"id":7}, GET /tasks/7 → 200 {"id":7,"title":"a"}',
  ),
  'row/echo-incomplete': page(
    "A write's response lacks a member, and no other read can show it",
    ['responses'],
    'POST /mails {"subject":"a","to":"b"} → 201 {"id":7,"to":"b"}',
  ),
  'row/value-lost': page(
    'No read shows a member that was sent',
    ['persistence'],
    'POST /tasks {"title":"a"} → 201, GET /tasks/7 → 200 {"id":7}',
  ),
  'row/notation-changed': page(
    'A value comes back in another notation',
    ['normalisation'],
    'POST /users {"email":"A@x.test"} → 201 {"email":"a@x.test"}',
  ),
  'row/value-altered': page(
    "A write's response shows another value than was sent",
    ['echo'],
    'POST /tasks {"title":"a"} → 201 {"title":"b"}',
  ),
  'row/list-not-exhausted': page(
    'An item was not found in a list that was not read to its end',
    ['pagination'],
    'GET /tasks → 200 with 50 pages, the item on none of them',
  ),
  'row/changed-by-another': page(
    'An item shows the change that another user was refused',
    ['broken object level authorization (OWASP API1:2023)'],
    'PATCH /tasks/7 {"title":"x"} as another user → 403, GET /tasks/7 → 200 {"title":"x"}',
  ),
  'row/gone-from-list': page(
    'The list lacks an item whose DELETE another user was refused',
    ['broken object level authorization (OWASP API1:2023)'],
    'DELETE /tasks/7 as another user → 403, GET /tasks → 200 []',
  ),
  'row/filter-drops-item': page(
    'A filtered list lacks an item that fits, and the whole list shows it',
    ['filter'],
    'GET /tasks?done=true → 200 [], GET /tasks → 200 [{"id":7,"done":true}]',
  ),
  'row/filter-ignored': page(
    'A filtered list shows items that do not fit',
    ['filter'],
    'GET /tasks?done=true → 200 [{"id":8,"done":false}]',
  ),
  'row/entry-repeated': page(
    'A list shows the same item twice',
    ['duplicate entry'],
    'GET /tasks → 200 [{"id":7},{"id":7}]',
  ),
  'row/page-too-long': page(
    'A page has more items than requested',
    ['page size (AIP-158)'],
    'GET /tasks?limit=1 → 200 [{"id":7},{"id":8}]',
  ),
  'row/page-repeated': page(
    'Two pages show the same item',
    ['pagination (AIP-158)'],
    'GET /tasks?page=1 → 200 [{"id":7}], GET /tasks?page=2 → 200 [{"id":7}]',
  ),
  'row/not-sorted': page(
    'A list is not in the requested order',
    ['order by (AIP-132)'],
    'GET /tasks?sort=title → 200 [{"title":"b"},{"title":"a"}]',
  ),
  'row/total-too-small': page(
    'A list states fewer items than it shows',
    ['total size (AIP-158)'],
    'GET /tasks → 200 {"total":1,"items":[{"id":7},{"id":8}]}',
  ),
  'row/page-misstated': page(
    'A page contradicts itself or its request',
    ['pagination metadata'],
    'GET /tasks?page=2 → 200 {"page":1,"items":[{"id":8}]}',
  ),
  'row/not-in-list': page(
    'The list lacks a created item',
    ['persistence'],
    'POST /tasks → 201 {"id":7}, GET /tasks → 200 []',
  ),
  'row/still-in-list': page(
    'The list shows a deleted item',
    ['persistence'],
    'DELETE /tasks/7 → 204, GET /tasks → 200 [{"id":7}]',
  ),
  'row/unchanged': page(
    'A value that must change did not',
    ['action'],
    'POST /orders/7/cancel → 200, GET /orders/7 → 200 {"state":"OPEN"}',
  ),
  'row/value-not-stored': page(
    'A read shows another value than was sent',
    ['persistence'],
    'PATCH /tasks/7 {"title":"b"} → 200, GET /tasks/7 → 200 {"title":"a"}',
  ),
  'row/location-misleads': page(
    'The Location of a create does not lead to the item',
    ['Location header (RFC 9110)'],
    'POST /tasks → 201 Location: /tasks/8, GET /tasks/8 → 404',
  ),
};
