import { expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const things = (fields: Record<string, Record<string, unknown>>, made: object = {}) => {
  const shown = object({ id: integer, ...fields }, ['id']);
  return spec({
    '/keys': {
      post: { ...takes(object(fields)), responses: { '201': { description: 'made' }, ...made } },
      get: { responses: shows({ type: 'array', items: shown }) },
    },
    '/keys/{id}': item(shown),
  });
};
const server =
  (change: (body: Fields) => Fields | undefined, answers = true): MakeServer =>
  () => {
    const { routes } = store('/keys', {});
    const create = routes['POST /keys'];
    return {
      ...routes,
      'POST /keys': (asked) => {
        const body = change(asked.body);
        if (!create || !body) return { status: 400, body: { error: 'this is none of ours' } };
        const told = create({ ...asked, body });
        return answers ? told : { status: told.status };
      },
    };
  };

it('an object that is called like a value of the choice beside it is not sent', async () => {
  const fields = { name: text, kind: { enum: ['none', 'ssh'] }, ssh: object({ label: text }) };
  const document = things(fields, shows(object({ id: integer, ...fields }, ['id']), '201'));
  const { bundle } = await plan(document);
  expect(JSON.stringify(bundle.plans.map(({ steps }) => steps.map(({ body }) => body)))).not.toContain('"ssh":{');
  // A key of no kind keeps nothing of a kind.
  const forgets = server(({ ssh: _ssh, ...kept }) => ({ ...kept, ssh: { label: '' } }));
  expect(failures(await verify(document, forgets))).toEqual([]);
});

it('an object of which nothing is documented may be shown with more in it, but not with less', async () => {
  const fields = { name: text, query: { type: 'object', examples: [{ owner: 'ann', late: true }] } };
  const document = things(fields, shows(object({ id: integer, ...fields }, ['id']), '201'));
  const fills = server((body) => ({ ...body, query: { ...(body['query'] as Fields), limit: 10 } }));
  expect(failures(await verify(document, fills))).toEqual([]);
  const loses = server((body) => ({ ...body, query: { late: true } }));
  expect(failures(await verify(document, loses)).join('\n')).toMatch(/FAIL_DECISIVE_PERSISTENCE/);
});

it('what only its list shows has a name of its own, and keeps its other examples', async () => {
  const app = { type: 'string', examples: ['ansible', 'terraform'] };
  const document = things({ name: text, app });
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-list', 'delete-gone']));
  const knows = server((body) => (['ansible', 'terraform'].includes(String(body['app'])) ? body : undefined), false);
  expect(failures(await verify(document, knows))).toEqual([]);
});
