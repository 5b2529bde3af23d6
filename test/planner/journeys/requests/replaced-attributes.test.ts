import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

const URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const operation = (verbs?: string[]) =>
  object({ op: { ...text, ...(verbs && { enum: verbs }) }, path: text, value: {} }, ['op']);
const patchOp = (verbs?: string[], required = ['schemas', 'Operations']) =>
  object(
    {
      schemas: { type: 'array', items: { ...text, const: URN } },
      Operations: { type: 'array', minItems: 1, items: operation(verbs) },
      dryRun: text,
    },
    required,
  );
const fields = { userName: text, title: text, nickName: text };
const shown = object({ id: text, ...fields, active: { type: 'boolean' } }, ['id', 'userName']);
const documentOf = (body: object, answer: object = shows(shown)) =>
  spec({
    '/Users': { post: { ...takes(object(fields, ['userName'])), responses: shows(shown, '201') } },
    '/Users/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(shown), ...missing } },
      patch: { ...takes(body as never), responses: { ...answer, ...missing, '400': { description: 'not so' } } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf(patchOp(['add', 'remove', 'replace']));

type Op = { op: string; path?: string; value: unknown };

const server =
  (apply: (held: Fields, ops: Op[], body: Fields) => ReturnType<Routes[string]>): MakeServer =>
  () => {
    const { routes, on } = store('/Users', { active: true }, (serial) => `u${serial}`);
    routes['PATCH /Users/{id}'] = on((held, body) => {
      const ops = body['Operations'];
      if (JSON.stringify(body['schemas']) !== JSON.stringify([URN]) || !Array.isArray(ops))
        return { status: 400, body: { error: 'not so' } };
      return apply(held, ops as Op[], body);
    });
    return routes;
  };
const doing = (held: Fields, ops: Op[]) => ops.forEach(({ path = '', value }) => (held[path] = value));

describe('a PATCH that is sent a list of what is to be done', () => {
  it('replaces each text that the thing may have', async () => {
    const { bundle } = await plan(document);
    const update = bundle.plans.find(({ name }) => name === 'A User changed by PATCH shows the change');
    const step = update?.steps.find(({ method }) => method === 'PATCH');
    expect(step?.body?.value).toMatchObject({
      object: {
        schemas: { literal: [URN] },
        Operations: {
          array: [
            { object: { op: { literal: 'replace' }, path: { literal: 'nickName' } } },
            { object: { op: { literal: 'replace' }, path: { literal: 'title' } } },
          ],
        },
      },
    });
    expect(step?.assert).toContainEqual({
      op: 'equals',
      pointer: '/title',
      value: { sent: step?.id, pointer: '/body/Operations/1/value' },
      compare: 'exact',
    });
  });

  it('calls it as the document does', async () => {
    const { bundle } = await plan(documentOf(patchOp(['Add', 'Replace'])));
    expect(JSON.stringify(bundle.plans.map(({ steps }) => steps))).toContain('{"literal":"Replace"}');
  });

  it.each([
    ['that asks for more than the names of its schemas', patchOp(['replace'], ['schemas', 'Operations', 'dryRun'])],
    ['that replaces nothing', patchOp(['add', 'remove'])],
  ])('of a body %s nothing is known', async (_, body) => {
    const { bundle } = await plan(documentOf(body));
    expect(bundle.plans.map(({ name }) => name)).not.toContain('A User changed by PATCH shows the change');
  });

  it.each<[string, object, MakeServer]>([
    [
      'that does it passes',
      document,
      server((held, ops) => {
        doing(held, ops);
        return ok(held);
      }),
    ],
    [
      'that answers nothing passes',
      documentOf(patchOp(), noBody),
      server((held, ops) => {
        doing(held, ops);
        return { status: 204 };
      }),
    ],
  ])('a sound server %s', async (_, told, make) => {
    expect(failures(await verify(told, make))).toEqual([]);
  });

  it('a server that lets no such attribute be replaced is undecided', async () => {
    const refusing = server(() => ({ status: 400, body: { error: 'title is mastered elsewhere' } }));
    expect(decisive(await verify(document, refusing))).toEqual([]);
  });

  it('what is not stored, or only in part, is told', async () => {
    const idle = server((held, ops) => {
      const answer = { ...held };
      doing(answer, ops);
      return ok(answer);
    });
    const half = server((held, ops) => {
      doing(held, ops.slice(0, 1));
      return ok(held);
    });
    for (const one of [idle, half])
      expect(decisive(await verify(document, one)).join()).toContain('A User changed by PATCH shows the change');
  });
});

describe('what is known by a closed set of names', () => {
  const kind = object({ id: { ...text, enum: ['User', 'Group'] }, title: text }, ['id', 'title']);
  const kinds = {
    ...(document as { paths: object }),
    paths: {
      ...(document as { paths: object }).paths,
      '/kinds': { get: { responses: shows({ type: 'array', items: kind }) } },
      '/kinds/{id}': {
        parameters: [param('id', { ...text, enum: ['User', 'Group'] })],
        get: { responses: { ...shows(kind), ...missing } },
      },
    },
  };
  const own = { id: 'User', title: 'Users' };
  const withKinds =
    (unknown: ReturnType<Routes[string]>): MakeServer =>
    (clock) => ({
      ...server((held, ops) => {
        doing(held, ops);
        return ok(held);
      })(clock),
      'GET /kinds': () => ok([own]),
      'GET /kinds/{id}': ({ params: [id] }) => (id === 'User' ? ok(own) : unknown),
    });

  it.each([
    ['finds none', notFound],
    ['says that it is no such name', { status: 400, body: { error: 'no such kind' } }],
    ['says so otherwise', { status: 422, body: { error: 'no such kind' } }],
  ])('a sound server %s outside it', async (_, unknown) => {
    expect(failures(await verify(kinds, withKinds(unknown)))).toEqual([]);
  });

  it('one that is answered in place of what there is not is told', async () => {
    expect(decisive(await verify(kinds, withKinds(ok(own)))).join()).toContain(
      'MISSING_ITEM_ANSWERED: An unknown kind is not found',
    );
  });
});
