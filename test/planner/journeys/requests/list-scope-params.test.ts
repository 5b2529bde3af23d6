import { describe, expect, it } from 'vitest';

import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const missing = { '404': { description: 'none' } };
const project = object({ id: text, name: text }, ['id', 'name']);
const model = object({ id: text, name: text }, ['id', 'name']);
const list = (item: object) => shows({ type: 'array', items: item });
/** An id or a name. */
const either = { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'string' }, { type: 'null' }] };
const ofProject = { name: 'project', in: 'query', schema: either };
const paged = [
  { name: 'page', in: 'query', schema: { ...integer, minimum: 1, default: 1 } },
  { name: 'size', in: 'query', schema: { ...integer, minimum: 1, maximum: 100, default: 20 } },
];

const registry = spec({
  '/projects': {
    post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') },
    get: { responses: list(project) },
  },
  '/projects/{projectId}': {
    parameters: [param('projectId', text)],
    get: { responses: { ...shows(project), ...missing } },
    delete: { responses: noBody },
  },
  '/models': {
    post: {
      ...takes(object({ name: text, project: { type: 'string', format: 'uuid' } }, ['name', 'project'])),
      responses: shows(model, '201'),
    },
    get: { parameters: [...paged, ofProject], responses: list(model) },
  },
  '/models/{modelId}': {
    parameters: [param('modelId', text)],
    get: { responses: { ...shows(model), ...missing } },
    delete: { responses: noBody },
  },
  '/versions': {
    post: {
      ...takes(object({ name: text, model: text, project: text }, ['name', 'model', 'project'])),
      responses: shows(model, '201'),
    },
  },
  '/versions/{versionId}': {
    parameters: [param('versionId', text)],
    get: { responses: { ...shows(model), ...missing } },
    delete: { responses: noBody },
  },
  '/models/{modelId}/versions': {
    parameters: [param('modelId', text)],
    get: { parameters: [ofProject], responses: list(model) },
  },
});

type Row = { id: string; name: string; project?: string; model?: string };

/** Lists show the current project's things, which is none that a run made, unless they are asked for another. */
function server(fault?: 'models are not listed' | 'versions are not listed'): () => Routes {
  return () => {
    const rows = { projects: [] as Row[], models: [] as Row[], versions: [] as Row[] };
    let serial = 0;
    const add = (to: Row[], body: Record<string, unknown>) => {
      serial += 1;
      const id = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
      const made = { ...body, id } as Row;
      to.push(made);
      return { status: 201, body: made };
    };
    const find = (from: Row[], id: string | undefined) => {
      const found = from.find((one) => one.id === id);
      return found ? { status: 200, body: found } : { status: 404 };
    };
    const drop = (from: Row[], id: string | undefined) => {
      const at = from.findIndex((one) => one.id === id);
      if (at < 0) return { status: 404 };
      from.splice(at, 1);
      return { status: 204 };
    };
    const listed = (from: Row[], query: URLSearchParams) => {
      const found = from.filter((one) => one.project === (query.get('project') ?? 'current'));
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 20)];
      return { status: 200, body: found.slice((page - 1) * size, page * size) };
    };
    const nothing = { status: 200, body: [] };
    return {
      'POST /projects': ({ body }) => add(rows.projects, body),
      'GET /projects': () => ({ status: 200, body: rows.projects }),
      'GET /projects/:id': ({ params: [id] }) => find(rows.projects, id),
      'DELETE /projects/:id': ({ params: [id] }) => drop(rows.projects, id),
      'POST /models': ({ body }) => add(rows.models, body),
      'GET /models': ({ query }) => (fault === 'models are not listed' ? nothing : listed(rows.models, query)),
      'GET /models/:id': ({ params: [id] }) => find(rows.models, id),
      'DELETE /models/:id': ({ params: [id] }) => drop(rows.models, id),
      'POST /versions': ({ body }) => add(rows.versions, body),
      'GET /versions/:id': ({ params: [id] }) => find(rows.versions, id),
      'DELETE /versions/:id': ({ params: [id] }) => drop(rows.versions, id),
      'GET /models/:id/versions': ({ params: [id], query }) => {
        const own = rows.versions.filter((one) => one.model === id);
        return fault === 'versions are not listed' ? nothing : listed(own, query);
      },
    };
  };
}

const kinds: PlanKind[] = ['create-list', 'child-under-parent', 'list-filter', 'pagination'];

describe('a list that shows the things of the current owner unless it is asked for another', () => {
  it('is asked for what the item was made for', async () => {
    const { journeys, residue } = await verifyServer(registry, server(), { kinds });
    expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(journeys.map(({ name }) => name)).toContain('A model is listed for its project and for no other');
    expect(journeys.map(({ name }) => name)).toContain(
      'A version is listed below its model and below no other by GET /models/{modelId}/versions',
    );
    expect(residue).toEqual([]);
  });

  it.each(['models are not listed', 'versions are not listed'] as const)('is found out when %s', async (fault) => {
    expect(decisive(await verifyServer(registry, server(fault), { kinds }))).toContain(
      'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST',
    );
  });
});
