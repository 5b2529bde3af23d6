import { expect, it } from 'vitest';

import { plan } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item } from '#test/small-store.ts';

const id = 'a3c7c1ae-0e0b-4c6c-9f0e-0d3f0f7f3b11';
const [adds, renames] = [{ ops: [{ path: 'members', value: id }] }, { ops: [{ path: 'title', value: 'Platform' }] }];
const group = object({ id: text, title: text }, ['id', 'title']);
/** Groups that are changed by operations, with these examples of them. */
const documentOf = (examples: object) => {
  const body = { schema: object({ ops: { type: 'array', items: { type: 'object' } } }, ['ops']), examples };
  return spec({
    '/groups': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(group, '201') } },
    '/groups/{id}': {
      ...item(group, text),
      parameters: [param('id')],
      patch: { requestBody: { required: true, content: { 'application/json': body } }, responses: shows(group) },
    },
  });
};

it.each<[string, object, typeof adds]>([
  ['comes after another', { add: { value: adds }, rename: { value: renames } }, renames],
  ['is taken where there is no other', { add: { value: adds } }, adds],
])('an example that names something by a made-up id %s', async (_what, examples, sent) => {
  const { bundle } = await plan(documentOf(examples));
  const calls = bundle.plans.flatMap(({ kind, steps }) => (kind === 'call-below' ? steps : []));
  const change = calls.find(({ method }) => method === 'PATCH');
  expect(JSON.stringify(change?.body)).toContain(JSON.stringify(sent.ops));
});
