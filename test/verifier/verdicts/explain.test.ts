import { expect, test } from 'vitest';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import type { Classification } from '#verifier/verdicts/classify-journey.ts';
import { explain } from '#verifier/verdicts/explain.ts';
import type { StepFacts } from '#verifier/verdicts/facts.ts';
import { create, plan, read } from '#test/things-plans.ts';
import { SETUP } from '#test/verdict-case.ts';

const journey = plan('create-read', [create(), read()]);
const personas = [{ name: 'admin', description: 'may do all', authType: 'BEARER', envVar: 'AUTH_ADMIN' }] as const;
const found = (reasonCode: ReasonCode, more: Partial<Classification> = {}): Classification => ({
  verdict: SETUP,
  reasonCode,
  row: 3,
  stepId: 'read',
  statusCode: 404,
  operationAtFault: 'POST /things',
  ...more,
});
const say = (reasonCode: ReasonCode, facts: Partial<StepFacts> = {}, more: Partial<Classification> = {}): string =>
  explain(
    journey,
    found(reasonCode, more),
    { nonce: 'n', steps: [{ step: 'read', statusCode: 404, identitySent: true, ...facts }] },
    personas,
  );

const READ = 'GET /things/{id}';
const there = { otherReads: [{ kind: 'item' as const, shown: true }] };
const at = { pointer: '/name' };

test.each<[ReasonCode, string, Partial<StepFacts>?, Partial<Classification>?]>([
  ['PARAMETER_NOT_SET', `APITEST_PARAM_ID is not set and ${READ} needs it`, { missingInput: 'APITEST_PARAM_ID' }],
  [
    'CREDENTIAL_UNAVAILABLE',
    'token endpoint returned status 500',
    { credentialProblem: 'token endpoint returned status 500' },
  ],
  ['CREDENTIAL_UNAVAILABLE', 'the credential could not be used'],
  ['TARGET_UNREACHABLE', `${READ} could not be sent: the target is unreachable`],
  [
    'TARGET_UNREACHABLE',
    `${READ} could not be sent: the target is unreachable after 1 resends`,
    { resends: [{ failure: 'REFUSED', waitMs: 250 }] },
  ],
  ['TLS_UNTRUSTED', `${READ} could not be sent: the TLS certificate is not trusted`],
  ['CONNECTION_BROKEN', `${READ} was not answered whole (RESET)`, { failure: 'RESET' }],
  ['TIMEOUT', `${READ} was not answered in time (TIMEOUT)`, { failure: 'TIMEOUT' }],
  ['TIMEOUT', 'the run was interrupted before the journey ended', { failure: 'STOPPED' }],
  ['TARGET_BUSY', `${READ} answered 404: the target is busy`],
  ['CREDENTIAL_REJECTED', `${READ} answered 401 to persona admin`],
  ['TOKEN_EXPIRED', `${READ} answered 401: the token of persona admin has expired`],
  ['NO_IDENTITY', `${READ} answered 401 to a request without identity`],
  ['PERSONA_FORBIDDEN', `${READ} answered 403 to persona admin (stated: may do all)`],
  ['UNEXPECTED_REDIRECT', `${READ} redirects elsewhere (to a page)`],
  [
    'UNEXPECTED_REDIRECT',
    `${READ} redirects elsewhere (CROSS_ORIGIN)`,
    { redirect: { followed: 0, leftPath: false, endedOnPage: false, stopped: 'CROSS_ORIGIN' } },
  ],
  ['EXISTENCE_HIDDEN', `${READ} answered 404 for an id that does not exist: whether it exists is hidden`],
  ['ROUTE_NOT_SERVED', `${READ} answered 404: the route is not served`],
  ['METHOD_NOT_SERVED', `${READ} answered 404, although another read shows the item: the method is not served`],
  ['ITEM_LOST', `${READ} answered 404: what POST /things made is not there`],
  ['PREREQUISITE_NOT_FOUND', `${READ} answered 404: a parent or reference of the request does not exist`],
  [
    'INPUT_REFUSED',
    `${READ} answered 404: the generated input was refused; give what its answer names an example or a pattern in the spec`,
  ],
  ['INPUT_CONFLICT', `${READ} answered 409 because of a value that was sent`],
  ['STATE_CONFLICT', `${READ} answered 404: the state does not allow it`],
  ['PRECONDITION_NOT_MET', `${READ} answered 404: a precondition is not met`],
  [
    'PRECONDITION_NOT_MET',
    `${READ} answered 404: the value was set before the run, or both personas are one user`,
    { isOff: true },
  ],
  ['CARRIED_VALUE_REFUSED', `${READ} answered 404 to values that this API itself gave out`],
  ['MEDIA_TYPE_REFUSED', `${READ} answered 404 to the media types that the spec documents`],
  ['SERVER_ERROR', `${READ} answered 404`],
  ['UNEXPECTED_STATUS', `${READ} answered 404, which is not what the spec documents`],
  ['UNEXPECTED_STATUS', `${READ} answered 404, although its parent item exists`, there],
  ['EMPTY_BODY', `${READ} answered 404 with an empty body where one is documented`],
  ['MALFORMED_BODY', `${READ} answered 404 with a body that cannot be parsed`],
  ['WRONG_MEDIA_TYPE', `${READ} answered 404 with another media type than documented`],
  [
    'SCHEMA',
    `${READ} breaks its schema at /name: is no text`,
    { schemaErrors: [{ pointer: '/name', keyword: 'type', message: 'is no text' }] },
    at,
  ],
  ['ITEM_NOT_SHOWN', `${READ} answered 404, which does not show the item, and need not: later steps cannot name it`],
  ['FIELD_MISSING', `${READ} does not show a value`],
  ['FIELD_MISSING', `${READ} does not show the body`, {}, { pointer: '' }],
  ['VALUE_LOST', `${READ} does not show /name, and no other read does`, {}, at],
  ['SERVER_NORMALISED', `${READ} shows /name in another form than it was sent`, {}, at],
  ['VALUE_ALTERED', `${READ} echoes another value at /name than was sent`, {}, at],
  [
    'DEFAULT_NOT_TAKEN',
    `${READ} shows another value at /name than the documented default, although the request sent none`,
    {},
    at,
  ],
  ['LOCATION_MISLEADS', `the Location that POST /things answered does not lead to what ${READ} shows`],
  ['VALUE_NOT_STORED', `${READ} shows another value at /name than POST /things sent`, {}, at],
  ['NOT_IN_LIST', `${READ} does not list at /name what POST /things made`, {}, at],
  ['NOT_FILTERED', `${READ} does not list at /name exactly the items that the filter asks for`, {}, at],
  ['ITEM_REPEATED', `${READ} lists at /name the same item more than once`, {}, at],
  ['PAGE_SIZE_IGNORED', `${READ} answers a page with more items than were asked for`],
  ['PAGE_REPEATED', `${READ} shows the same item on more than one page`],
  ['TOTAL_MISSTATED', `${READ} says at /name that there are fewer items than it shows`, {}, at],
  ['NOT_SORTED', `${READ} does not show its items in the order that was asked for`],
  ['NOT_DELETED', `${READ} still shows what POST /things deleted`],
  ['UNCHANGED', `${READ} shows /name unchanged after POST /things`, {}, at],
  ['LIST_NOT_EXHAUSTED', `${READ} could not be read to its end`],
  ['NOT_FINISHED', `${READ} did not come to the expected state in time`],
  ['SOFT_DELETED', `${READ} shows the item as deleted`],
  ['ID_REUSED', `${READ} answers the deleted id with another item`],
  ['ID_REUSED', `${READ} cannot be judged: several creates returned the same item`, { sharedItem: true }],
  ['AUTHN_MISSING', `${READ} answered 404 to a request without identity`],
  ['AUTHZ_FUNCTION', `${READ} answered 404 to persona admin, who may not do this`],
  ['AUTHZ_OBJECT', 'POST /things accepted a request from an identity other than the owner (seen by admin)'],
  [
    'AUTHZ_OBJECT',
    'POST /things answered success to an identity other than the owner (admin), but the item is still there',
    there,
  ],
  ['MISSING_ITEM_ANSWERED', `${READ} answered 404 for an id that does not exist`],
  ['EVENTUALLY_CONSISTENT', `${READ} was right only on a later read`],
  [
    'EVENTUALLY_CONSISTENT',
    `${READ} was answered from a cache, although the request asked for a fresh response`,
    { reread: 'FROM_CACHE' },
  ],
  ['FLAKY', `${READ} answered 404 in one attempt and ended differently in the next`],
  ['CAUSED_BY', 'fails for the same cause in POST /things as another journey'],
])('%s is told as: %s', (reasonCode, sentence, facts, more) => {
  expect(say(reasonCode, facts, more)).toBe(sentence);
});

test('a step, a persona and facts that are not known are told without', () => {
  const nobody = { ...journey, steps: [create({ persona: null })] };
  const unknown = found('PERSONA_FORBIDDEN', { stepId: 'create' });
  expect(explain(nobody, unknown, undefined, [])).toBe('POST /things answered 403 to persona nobody');
  expect(explain(journey, found('SERVER_ERROR', { stepId: 'else' }), undefined, personas)).toBe('else answered 404');
  expect(explain(journey, found('PERSONA_FORBIDDEN'), undefined, [{ ...personas[0], description: '' }])).toBe(
    `${READ} answered 403 to persona admin`,
  );
});

test('a refusal of an id that the run made up names its parameter', () => {
  const chosen = create({
    method: 'PUT',
    path: '/things/{id}',
    params: { path: { id: { unique: { stem: 'thing', charset: 'text', maxLength: 20 } } }, query: {}, header: {} },
  });
  const refused = found('INPUT_REFUSED', { stepId: chosen.id, statusCode: 422 });
  expect(explain(plan('create-echo', [chosen]), refused, undefined, personas)).toContain(
    'give {id} or what its answer names an example or a pattern in the spec',
  );
});
