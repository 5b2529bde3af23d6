import { expect, test } from 'vitest';
import { classifyAttempt } from '#verifier/verdicts/classify-journey.ts';
import { gone, plan } from '#test/things-plans.ts';
import { AUTH, CONTRACT, INPUT, PASS, SETUP, negative, row, status, testVerdicts } from '#test/verdict-case.ts';

const othersDelete = negative('cross-persona', 'DELETE');
const saysRefusal = { ...othersDelete, expect: { ...othersDelete.expect, responses: { '404': { contentTypes: [] } } } };
const stillThere = { otherReads: [{ kind: 'item' as const, shown: true }] };
const othersList = { ...negative('cross-persona'), assert: [{ op: 'listLacks' as const, list: '/data', match: [] }] };
const noList = [{ pointer: '/data', keyword: 'type', message: 'null is no array' }];

const goneAsSaid = (codes: string[]) => {
  const step = gone();
  const responses = Object.fromEntries(codes.map((code) => [code, { contentTypes: [] }]));
  return { ...step, expect: { ...step.expect, responses } };
};

/** As planned: the read of an unknown id judges the status. */
const unknownRead = { ...negative('not-found'), assert: [{ op: 'status' as const }] };
/** Asked amiss, as a create with made-up references is: any refusal will do, and nothing is asserted. */
const amiss = { ...negative('not-found'), mayBeAbsent: true as const };

testVerdicts([
  ...[400, 401, 403, 405, 422].map((code) =>
    row('N', `what is asked amiss passes on ${code}`, amiss, status(code), PASS),
  ),
  row('N', 'and on a page for every path', amiss, status(200, { sameAsNoRoute: true }), PASS),
  row(4, 'but not for want of time', amiss, status(429), SETUP, 'TARGET_BUSY'),
  row(17, 'nor where the server breaks', amiss, status(500), CONTRACT, 'SERVER_ERROR'),
  ...(['unauthenticated', 'forbidden', 'cross-persona'] as const).flatMap((outcome) =>
    [401, 403, 404, 410].map((code) => row('N', `${outcome} passes on ${code}`, negative(outcome), status(code), PASS)),
  ),
  ...[404, 410].flatMap((code) => [
    row('N', `not-found passes on ${code}`, negative('not-found'), status(code), PASS),
    row('N', `delete-gone passes on ${code}`, gone(), status(code), PASS),
  ]),
  row('N', 'delete-gone passes on 403 like a fresh id', gone(), status(403, { sameAsNoItem: true }), PASS),
  row('N', 'not-found that answers 401', negative('not-found'), status(401), AUTH, 'EXISTENCE_HIDDEN'),
  row('N', 'not-found that answers 403', negative('not-found'), status(403), AUTH, 'EXISTENCE_HIDDEN'),
  ...[400, 415, 422].map((code) =>
    row('N', `${code} before authentication`, negative('unauthenticated'), status(code), INPUT, 'INPUT_REFUSED'),
  ),
  row('N', 'what is gone is refused', gone(), status(400), INPUT, 'INPUT_REFUSED'),
  row(
    'N',
    'what is gone is refused, where the spec says not found',
    goneAsSaid(['200', '404']),
    status(400),
    CONTRACT,
    'UNEXPECTED_STATUS',
  ),
  row('N', 'or refused', goneAsSaid(['400', '404']), status(400), INPUT, 'INPUT_REFUSED'),
  row(
    'N',
    'anonymous is answered',
    negative('unauthenticated'),
    status(200, { identitySent: false }),
    CONTRACT,
    'AUTHN_MISSING',
  ),
  row(
    8,
    'anonymous is sent to another page, also where the operation answers pages',
    negative('unauthenticated'),
    status(200, { identitySent: false, redirect: { followed: 1, leftPath: true, endedOnPage: false } }),
    SETUP,
    'UNEXPECTED_REDIRECT',
  ),
  row('N', 'forbidden is answered', negative('forbidden'), status(204), CONTRACT, 'AUTHZ_FUNCTION'),
  row('N', 'another identity is answered', negative('cross-persona'), status(200), CONTRACT, 'AUTHZ_OBJECT'),
  row('N', 'another identity deletes nothing, and is told nothing', othersDelete, status(204, stillThere), PASS),
  row(
    'N',
    'another identity deletes nothing, where the spec says that it is refused',
    saysRefusal,
    status(204, stillThere),
    CONTRACT,
    'AUTHZ_OBJECT',
  ),
  row('N', 'another identity deletes', othersDelete, status(204, { otherReads: [] }), CONTRACT, 'AUTHZ_OBJECT'),
  row(20, 'its list is no list', othersList, status(200, { schemaErrors: noList }), CONTRACT, 'SCHEMA'),
  row(19, 'its list is nothing', othersList, status(200, { body: 'EMPTY' }), CONTRACT, 'EMPTY_BODY'),
  row('N', 'what refers to nothing is created', amiss, status(201), SETUP, 'PRECONDITION_NOT_MET'),
  row('N', 'a random id is answered', unknownRead, status(200), CONTRACT, 'MISSING_ITEM_ANSWERED'),
]);

test.each([
  [status(400), PASS],
  [status(403), PASS],
  [status(204), PASS],
  [status(200, { sameAsNoRoute: true }), PASS],
  [status(401), 'EXISTENCE_HIDDEN'],
  [status(405), 'ROUTE_NOT_SERVED'],
  [status(405, { answeredByRoute: true }), 'STATE_CONFLICT'],
  [status(500), 'SERVER_ERROR'],
])('row N: a call at an id that nobody has, answered %j: %s', (facts, reasonCode) => {
  const lone = { ...plan('lone', [{ ...amiss, id: 'lone', assert: [] }]), kind: 'call-unknown' as const };
  const steps = [{ step: 'lone', identitySent: true, statusCode: 0, ...facts }];
  expect(classifyAttempt(lone, { nonce: 'n', steps })?.reasonCode).toBe(reasonCode);
});
