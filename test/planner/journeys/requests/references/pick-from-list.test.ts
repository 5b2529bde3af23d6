import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const ticket = object({ id: integer, title: text, state: text }, ['id', 'title', 'state']);
const step = object({ id: text, name: text }, ['id', 'name']);
const refused = (status: number, error: string): Told => ({ status, body: { error } });

function documentWith(body: object, answers: object = noBody, more: object = {}) {
  return spec({
    '/tickets': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(ticket, '201') } },
    '/tickets/{id}': item(ticket),
    '/tickets/{id}/steps': {
      parameters: [param('id', integer)],
      get: {
        responses: { ...shows(object({ steps: { type: 'array', items: step } }, ['steps'])), ...missing },
      },
      post: {
        ...takes(body as never),
        responses: {
          ...answers,
          ...missing,
          '400': { description: 'no such step' },
          '409': { description: 'not now' },
        },
      },
      ...more,
    },
  });
}

const OPEN: Record<string, string> = { new: '17', begun: '23' };
type Answers = { done?: number; list?: (open: string[]) => Told };

/** A ticket that is begun and then closed, each by the id of the step that is open then. */
const server =
  ({ done = 204, list }: Answers = {}): MakeServer =>
  () => {
    const { on, routes } = store('/tickets', { state: 'new' });
    const openTo = (one: Fields) => [OPEN[String(one['state'])] ?? []].flat();
    routes['GET /tickets/{id}/steps'] = on((one) =>
      list ? list(openTo(one)) : ok({ steps: openTo(one).map((id) => ({ id, name: `Step ${id}` })) }),
    );
    routes['POST /tickets/{id}/steps'] = on((one, body) => {
      const id = (body['step'] as Fields | undefined)?.['id'];
      if (!Object.values(OPEN).includes(String(id))) return refused(400, 'A valid step is required.');
      if (!openTo(one).includes(String(id))) return refused(409, 'The step is not available now.');
      one['state'] = id === '17' ? 'begun' : 'closed';
      return { status: done };
    });
    return routes;
  };

const naming = (id: object) =>
  object({ step: object({ id: id as never }, ['id']), fields: object({ reason: text }) }, ['step']);
const named = naming(text);

/** What plans that make their ticket send there. */
async function sentIn(document: object): Promise<string> {
  const { bundle } = await plan(document);
  const steps = bundle.plans.filter(({ kind }) => kind !== 'call-unknown').flatMap((one) => one.steps);
  const posts = steps.filter(({ method, path }) => method === 'POST' && path.endsWith('/steps'));
  return JSON.stringify(posts.map(({ body }) => body?.value));
}

const LISTED = '"step":{"object":{"id":{"capture"';

describe('what a POST names of the list at its own path', () => {
  const document = documentWith(named);

  it('is what the list shows', async () => {
    const result = await verify(document, server());
    expect(failures(result)).toEqual([]);
    const calls = result.journeys.flatMap(({ steps }) => steps);
    expect(calls.some(({ method, statusCode }) => method === 'POST' && statusCode === 204)).toBe(true);
  });

  it('a wrong status of that is told', async () => {
    const told = decisive(await verify(document, server({ done: 202 })));
    expect(told.join()).toContain('POST /tickets/{id}/steps answers');
  });

  it('nothing is claimed where none is open', async () => {
    expect(decisive(await verify(document, server({ list: () => ok({ steps: [] }) })))).toEqual([]);
    expect(decisive(await verify(document, server({ list: () => refused(404, 'none is open') })))).toEqual([]);
  });

  it('nothing is claimed where the first may not be taken', async () => {
    const closed = () => ok({ steps: [{ id: '23', name: 'Close' }] });
    expect(decisive(await verify(document, server({ list: closed })))).toEqual([]);
  });
});

describe('no entry of the list is named', () => {
  it.each([
    ['makes something', documentWith(named, shows(step, '201'))],
    ['adds what can be taken out', documentWith(named, noBody, { delete: { responses: noBody } })],
    ['names what is made elsewhere', withSteps(documentWith(named))],
    ['takes ids of another type', documentWith(naming(integer))],
  ])('by a POST that %s', async (_, document) => {
    expect(await sentIn(documentWith(named))).toContain(LISTED);
    const { bundle } = await plan(document);
    const found = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ captures }) => Object.values(captures)));
    expect(found.filter(({ from }) => from === 'first')).toEqual([]);
  });
});

function withSteps(document: ReturnType<typeof spec>) {
  const more = {
    '/steps': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(step, '201') } },
    '/steps/{id}': item(step, text),
  };
  return { ...document, paths: { ...document.paths, ...more } };
}
