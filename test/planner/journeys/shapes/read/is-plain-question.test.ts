import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, OWNER, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const instant = { type: 'string', format: 'date-time' };
const note = object({ id: integer, title: text }, ['id', 'title']);
const busy = object({ from: instant, busy: { type: 'array', items: object({ start: instant, end: instant }) } }, [
  'from',
  'busy',
]);
const asked = object({ from: instant, items: { type: 'array', minItems: 1, items: object({ id: text }, ['id']) } }, [
  'from',
  'items',
]);
const question = {
  operationId: 'freebusy.query',
  summary: 'Returns when somebody is busy',
  ...takes(asked),
  responses: { ...shows(busy), '400': { description: 'no such day' }, '401': { description: 'who are you' } },
};
const documentOf = (changed: object = {}, path = '/freeBusy') => ({
  ...spec({
    '/notes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') } },
    '/notes/{id}': item(note),
    [path]: { post: { ...question, ...changed } },
  }),
  security: [{ bearer: [] }],
});
const document = documentOf();
const unauthorized: Told = { status: 401, body: { error: 'who are you' } };
const server =
  (
    answer: (from: unknown) => Told = (from) => ok({ from, busy: [] }),
    letsIn: (token: string | undefined) => boolean = (token) => token === 'Bearer owner',
  ): MakeServer =>
  () => ({
    ...store('/notes', {}).routes,
    'POST /freeBusy': ({ body, headers }) => (letsIn(headers['authorization']) ? answer(body['from']) : unauthorized),
  });
const shown = (from: unknown) => ok({ from, busy: [{ start: from, end: from }] });
const run = (made: MakeServer, of = document) => verify(of, made, undefined, [OWNER]);
const about = (lines: string[]) => lines.filter((line) => line.includes('POST /freeBusy'));

describe('a question by POST about nothing that the run made', () => {
  it('passes on a sound server', async () => {
    expect(about(failures(await run(server())))).toEqual([]);
  });

  it('is undecided where what was made up for it is refused', async () => {
    const result = await run(server(() => ({ status: 400, body: { error: 'no such day' } })));
    expect(about(decisive(result))).toEqual([]);
  });

  it.each([
    ['is answered otherwise than is documented', server(() => ok({ busy: [] })), 'SCHEMA'],
    ['breaks', server(() => ({ status: 500 })), 'SERVER_ERROR'],
    ['is not there', (() => store('/notes', {}).routes) as MakeServer, 'ROUTE_NOT_SERVED'],
    ['is answered to anybody', server(undefined, () => true), 'AUTHN_MISSING'],
    ['takes any token', server(shown, (token) => token !== undefined), 'AUTHN_MISSING'],
  ])('is told where it %s', async (_how, made, reason) => {
    expect(about(decisive(await run(made))).join()).toContain(reason);
  });

  it.each([
    ['its name does not say so', { operationId: 'freebusy.plan' }],
    ['its words do not', { summary: 'Plans a week' }],
    ['it says that it makes something', { summary: 'Find or create a week' }],
    ['it reaches out', { summary: 'Returns what a prompt is answered' }],
    ['it is told something in words', takes(object({ question: text }, ['question']))],
    ['it says that something came of it', { responses: shows(busy, '201') }],
    ['it makes a preview', { operationId: 'createPreview', summary: 'Create a preview' }],
  ])('is not asked where %s', async (_why, changed) => {
    const { bundle } = await plan(documentOf(changed), [OWNER]);
    expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).not.toContain('/freeBusy');
  });

  it('is asked where it shows a preview', async () => {
    const { bundle } = await plan(
      documentOf({ operationId: 'previewWeek', summary: 'Show what a week would look like' }),
      [OWNER],
    );
    expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).toContain('/freeBusy');
  });
});
