import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

const answer = {
  ...object({
    body: text,
    status: integer,
    city: text,
    format: { ...text, enum: ['plain'] },
    sub: object({ note: text }),
  }),
  example: { body: 'Hello', status: 200, city: 'Vienna', format: 'plain', sub: { note: 'kept' } },
};
const fields = { name: text, answer };
const stub = object({ id: integer, ...fields }, ['id', 'name', 'answer']);
const document = spec({
  '/stubs': { post: { ...takes(object(fields, ['name', 'answer'])), responses: shows(stub, '201') } },
  '/stubs/{id}': {
    parameters: [param('id', integer)],
    get: { responses: { ...shows(stub), ...missing } },
    put: { ...takes(object(fields, ['name', 'answer'])), responses: { ...shows(stub), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const server =
  (put: (item: Fields, body: Fields) => Fields, change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const { routes, on } = store('/stubs', {});
    delete routes['GET /stubs'];
    routes['PUT /stubs/{id}'] = on((item, body) => ok(Object.assign(item, put(item, body))));
    change(routes);
    return routes;
  };

it('what an example gives as a whole is changed in its texts alone', async () => {
  const { bundle } = await plan(document);
  const [update] = bundle.plans.filter(({ kind, subject }) => kind === 'update-read' && subject.startsWith('PUT'));
  const sent = update?.steps
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .map(({ body }) => body?.value);
  const given = answer.example;
  expect(sent?.map((one) => one && 'object' in one && one.object['answer'])).toEqual([
    { literal: given },
    { literal: { ...given, body: 'changed-body', sub: { note: 'changed-note' } } },
  ]);
});

it('an update that keeps what stands in it is found, and one that takes it passes', async () => {
  expect(
    failures(
      await verify(
        document,
        server((_, body) => body),
      ),
    ),
  ).toEqual([]);
  const keeping = server((item, body) => ({ ...body, answer: item['answer'] }));
  expect(decisive(await verify(document, keeping, 'update-read'))).toContainEqual(
    expect.stringContaining('A stub changed by PUT shows the change'),
  );
});

it('an update that is refused for such a text is no fault', async () => {
  const strict = server(
    (_, body) => body,
    (routes) => {
      const put = routes['PUT /stubs/{id}'];
      routes['PUT /stubs/{id}'] = (asked) =>
        JSON.stringify(asked.body).includes('changed-body')
          ? { status: 422, body: { error: 'body must be a greeting' } }
          : (put?.(asked) ?? notFound);
    },
  );
  expect(decisive(await verify(document, strict))).toEqual([]);
});

it.each<[string, Fields, (content: string) => string]>([
  [
    'is encoded',
    { encoding: 'base64', content: 'SGVsbG8h' },
    (content) => Buffer.from(content, 'base64').toString('base64'),
  ],
  [
    'is markup',
    { format: 'html', content: '<p>Hello</p>' },
    (content) => (content.startsWith('<') ? content : `<p>${content}</p>`),
  ],
])('a server that puts right what %s is not accused', async (_, example, kept) => {
  const file = { ...object({ encoding: text, format: text, content: text }), example };
  const files = JSON.parse(JSON.stringify(document).replaceAll(JSON.stringify(answer), JSON.stringify(file))) as object;
  const keep = (body: Fields): Fields => {
    const shown = body['answer'] as Fields;
    return { ...body, answer: { ...shown, content: kept(String(shown['content'])) } };
  };
  const putting = server(
    (_item, body) => keep(body),
    (routes) => {
      const post = routes['POST /stubs'];
      routes['POST /stubs'] = (asked) => post?.({ ...asked, body: keep(asked.body) }) ?? notFound;
    },
  );
  expect(failures(await verify(files, putting, 'update-read'))).toEqual([]);
});
