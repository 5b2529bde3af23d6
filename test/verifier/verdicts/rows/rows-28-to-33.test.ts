import type { AssertionFacts } from '#verifier/verdicts/facts.ts';
import type { Step } from '#verifier/plan/plan.ts';
import { list } from '#test/things-plans.ts';
import {
  carriedOnly,
  CONTRACT,
  inList,
  negative,
  notShown,
  PASS,
  PERSISTENCE,
  ROUTE,
  row,
  SETUP,
  shown,
  status,
  testVerdicts,
  unlikeNoItem,
} from '#test/verdict-case.ts';

const { effectOf: _none, ...filtered } = list({ id: 'filtered' });
const own = { sent: 'filtered', pointer: '/query/page' };
const pages = (more: Partial<AssertionFacts>) =>
  status(200, { assertions: [{ op: 'listPages', pointer: '/data', relation: 'EQUAL', exhausted: true, ...more }] });
const contained = (more: Partial<AssertionFacts>) =>
  status(200, { assertions: [{ op: 'listContains', pointer: '/data', relation: 'EQUAL', exhausted: true, ...more }] });
const only = (relation: AssertionFacts['relation']) =>
  status(200, { assertions: [{ op: 'listOnly', pointer: '/data', relation, exhausted: false }] });
const others = { ...negative('cross-persona'), assert: [{ op: 'listLacks' as const, list: '/data', match: [] }] };

const byItself: Step = { ...carriedOnly, method: 'GET', mayBeAbsent: true };
const documented = (code: string): Step => ({
  ...byItself,
  expect: { ...byItself.expect, responses: { [code]: { contentTypes: [] } } },
});
const called: Step = { ...carriedOnly, method: 'POST', mayBeAbsent: true };
const taken: Step = { ...documented('404'), method: 'DELETE' };
const listedFirst: Step = {
  ...documented('404'),
  captures: { move: { from: 'first', list: '/moves', pointer: '/id' } },
};
const madeBefore = { ...unlikeNoItem, madeBefore: true };
const noFirst = {
  ...shown,
  sameAsNoItem: false,
  missingCaptures: [{ name: 'move', from: 'body' as const, pointer: '/moves', shownElsewhere: false }],
};
const word: Step = { ...byItself, saysNoneAnyway: true };
const calledWith: Step = { ...called, body: { contentType: 'application/json', value: { literal: 'made up' } } };
const replaceable: Step = { ...byItself, effectOf: 'create' };
const moved = (op: 'equals' | 'differs', relation: AssertionFacts['relation']) =>
  status(200, { assertions: [{ op, pointer: '/id', relation }] });

const byDefault = (more: Partial<AssertionFacts>) =>
  status(200, { assertions: [{ op: 'defaulted', pointer: '/color', relation: 'DIFFERENT', ...more }] });

const located = (relation: AssertionFacts['relation']) =>
  status(200, { assertions: [{ op: 'located', pointer: '/id', relation }] });

testVerdicts([
  row(33, 'a Location that leads nowhere', byItself, located('ABSENT'), CONTRACT, 'LOCATION_MISLEADS'),
  row(33, 'a Location that leads to another thing', byItself, located('DIFFERENT'), CONTRACT, 'LOCATION_MISLEADS'),
  row(33, 'a Location that leads to the thing', byItself, located('EQUAL'), PASS),
  row(32, 'another value than the default', called, byDefault({}), CONTRACT, 'DEFAULT_NOT_TAKEN'),
  row(32, 'the default in another writing', called, byDefault({ relation: 'NORMALISED' }), PASS),
  row(32, 'the default after all, whatever is said', called, byDefault({ expected: 'red', actual: 'red' }), PASS),
  row(
    28,
    'a filter lets another item through',
    filtered,
    inList('listLacks', 'EQUAL', false),
    CONTRACT,
    'NOT_FILTERED',
  ),
  row(28, 'a filter lets another value through', filtered, only('DIFFERENT'), CONTRACT, 'NOT_FILTERED'),
  row(28, 'every item has the value', filtered, only('EQUAL'), PASS),
  row(
    28,
    'a filter leaves out what the whole list shows',
    filtered,
    { ...inList('listContains', 'ABSENT', true), ...shown },
    CONTRACT,
    'NOT_FILTERED',
  ),
  row(
    23,
    'neither the filtered nor the whole list shows it',
    filtered,
    { ...inList('listContains', 'ABSENT', true), ...notShown },
    PERSISTENCE,
    'NOT_IN_LIST',
  ),
  row(
    29,
    'a page too long',
    list(),
    pages({ relation: 'DIFFERENT', pages: 'TOO_LONG' }),
    CONTRACT,
    'PAGE_SIZE_IGNORED',
  ),
  row(29, 'an item twice', list(), pages({ relation: 'DIFFERENT', pages: 'REPEATED' }), CONTRACT, 'PAGE_REPEATED'),
  row(
    29,
    'a total too small',
    list(),
    pages({ relation: 'DIFFERENT', pages: 'MISCOUNTED' }),
    CONTRACT,
    'TOTAL_MISSTATED',
  ),
  row(
    29,
    'a page that says of itself what is not so',
    list(),
    pages({ relation: 'DIFFERENT', pages: 'MISTOLD' }),
    CONTRACT,
    'PAGE_MISSTATED',
  ),
  row(29, 'items out of order', list(), pages({ relation: 'DIFFERENT', pages: 'MISORDERED' }), CONTRACT, 'NOT_SORTED'),
  row(
    29,
    'a page that says it is another one',
    { ...filtered, assert: [{ op: 'equals', pointer: '/page', value: own, compare: 'number' }] },
    status(200, { assertions: [{ op: 'equals', pointer: '/page', relation: 'DIFFERENT' }] }),
    CONTRACT,
    'PAGE_MISSTATED',
  ),
  row(30, 'an item twice in one answer', list(), contained({ twice: true }), CONTRACT, 'ITEM_REPEATED'),
  row(30, 'an item once in its answer', list(), contained({}), PASS),
  row(29, 'each item once', list(), pages({}), PASS),
  row(23, 'an item on no page', list(), pages({ relation: 'ABSENT' }), PERSISTENCE, 'NOT_IN_LIST'),
  row(
    'N',
    'another identity sees the item listed',
    others,
    inList('listLacks', 'EQUAL', true),
    CONTRACT,
    'AUTHZ_OBJECT',
  ),
  row('N', 'another identity sees a list without the item', others, inList('listLacks', 'ABSENT', true), PASS),
  row('N', 'another identity is refused the list', others, status(403), PASS),
  row(28, 'a filtered list that goes on without it', filtered, inList('listLacks', 'ABSENT', false), PASS),
  row('N', 'the list of another identity that goes on without it', others, inList('listLacks', 'ABSENT', false), PASS),
  row(31, '404 of what the service makes by itself', byItself, status(404, { ...shown, sameAsNoItem: false }), PASS),
  row(31, 'a documented refusal of what the service makes by itself', documented('409'), status(409), PASS),
  row(9, 'an answer of it like a missing route', byItself, status(404, unlikeNoItem), ROUTE, 'ROUTE_NOT_SERVED'),
  row(31, 'a refusal of a call that is made for its contract alone', called, status(409), PASS),
  row(31, 'what is taken away is not there, as documented', taken, status(404, unlikeNoItem), PASS),
  row(9, 'though it was made before', taken, status(404, madeBefore), ROUTE, 'ROUTE_NOT_SERVED'),
  row(31, 'or is told as an unknown thing is', taken, status(404, { ...madeBefore, sameAsNoItem: true }), PASS),
  row(
    12,
    'there is no list that something is picked of',
    listedFirst,
    status(404, noFirst),
    SETUP,
    'PREREQUISITE_NOT_FOUND',
  ),
  row(31, 'a read by a made-up key is refused', word, status(422), PASS),
  row(31, 'or is told like a missing route', word, status(404, unlikeNoItem), PASS),
  row(31, 'what it names in its body is not there', calledWith, status(404, unlikeNoItem), PASS),
  row(9, 'it is answered like a missing route', called, status(404, unlikeNoItem), ROUTE, 'ROUTE_NOT_SERVED'),
  row(14, 'a refusal of it that is not documented', byItself, status(400), SETUP, 'STATE_CONFLICT'),
  row(
    14,
    'what another one may have replaced is gone',
    replaceable,
    status(404, { sameAsNoRoute: true }),
    SETUP,
    'STATE_CONFLICT',
  ),
  row(
    14,
    'what another one may have moved is moved',
    replaceable,
    moved('equals', 'DIFFERENT'),
    SETUP,
    'STATE_CONFLICT',
  ),
  row(14, 'what is made next is what was there', replaceable, moved('differs', 'EQUAL'), SETUP, 'STATE_CONFLICT'),
  row(
    14,
    'what another one may have replaced is answered with nothing',
    replaceable,
    status(204),
    SETUP,
    'STATE_CONFLICT',
  ),
  row(14, 'what another one may have moved is as it was', replaceable, moved('equals', 'EQUAL'), PASS),
  row(17, 'an error of it', documented('500'), status(500), CONTRACT, 'SERVER_ERROR'),
]);
