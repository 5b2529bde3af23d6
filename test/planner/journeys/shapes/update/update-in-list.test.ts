import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const part = object({ id: integer, title: text, size: integer }, ['id', 'title']);
const summary = object({ id: integer, title: text }, ['id']);
const documentOf = (listed: object) =>
  spec(
    {
      '/parts': {
        get: { responses: shows({ type: 'array', items: listed }) },
        post: { ...takes(object({ title: text, size: integer }, ['title'])), responses: shows(ref('Part'), '201') },
      },
      '/parts/{id}': {
        ...item(ref('Part')),
        patch: { ...takes(object({ title: text, size: integer })), responses: shows(ref('Part')) },
      },
    },
    { schemas: { Part: part } },
  );
const document = documentOf(ref('Part'));
const name = 'The list shows a part as PATCH changed it';

/** `listed` = what the list shows of a part as it is and as it was made. */
const server =
  (listed: (now: Fields, made: Fields) => Fields = (now) => now): MakeServer =>
  () => {
    const { items, on, routes } = store('/parts', {});
    const made = new Map<unknown, Fields>();
    routes['PATCH /parts/{id}'] = on((one, body) => {
      const changed = { ...one, ...body };
      if (!made.has(one['id'])) made.set(one['id'], one);
      items.set(String(one['id']), changed);
      return ok(changed);
    });
    routes['GET /parts'] = () => ok([...items.values()].map((now) => listed(now, made.get(now['id']) ?? now)));
    return routes;
  };

it('an update is looked for in the list, too', async () => {
  const { bundle } = await plan(document);
  const steps = bundle.plans.find((one) => one.name === name)?.steps ?? [];
  expect(steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /parts',
    'GET /parts',
    'PATCH /parts/{id}',
    'GET /parts',
  ]);
});

it('a list that shows the change passes', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
});

it('a list that was kept from before the change is told', async () => {
  expect(
    decisive(
      await verify(
        document,
        server((_now, made) => made),
      ),
    ),
  ).toEqual([`FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: ${name}`]);
});

it('a list that need not show what was changed is asked for nothing', async () => {
  const { bundle } = await plan(documentOf(summary));
  expect(bundle.plans.map((one) => one.name)).not.toContain(name);
});
