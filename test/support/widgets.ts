import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';
import type { WorkbookJourney } from '#planner/journeys/model/workbook-journey.ts';
import { planFeature } from '#planner/plan-feature.ts';

const widget = {
  type: 'object',
  required: ['id', 'label', 'size'],
  properties: { id: { type: 'string' }, label: { type: 'string' }, size: { type: 'integer' } },
};
const newWidget = {
  type: 'object',
  required: ['label', 'size'],
  properties: {
    label: { type: 'string', example: 'Sprocket' },
    size: { type: 'integer', example: 3 },
  },
};
const answered = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
/** A value for it would be a guess, so that no journey calls what requires it. */
const guessed = { name: 'since', in: 'query', required: true, schema: { type: 'string' } };
const reference = { $ref: '#/components/schemas/Widget' };

/** A small customer's API: widgets that are made, read, listed and deleted. */
export const widgetSpec = {
  openapi: '3.1.0',
  info: { title: 'Widgets', version: '1' },
  paths: {
    '/widgets': {
      get: { operationId: 'listWidgets', responses: { 200: answered({ type: 'array', items: reference }) } },
      post: {
        operationId: 'createWidget',
        requestBody: { required: true, content: { 'application/json': { schema: newWidget } } },
        responses: { 201: answered(reference) },
      },
    },
    '/widgets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getWidget', responses: { 200: answered(reference), 404: { description: 'none' } } },
      delete: {
        operationId: 'deleteWidget',
        responses: { 204: { description: 'gone' }, 404: { description: 'none' } },
      },
    },
  },
  components: { schemas: { Widget: widget } },
};

/** The same with an operation that no journey calls. */
export const widgetSpecWithGap = {
  ...widgetSpec,
  paths: {
    ...widgetSpec.paths,
    '/health': { get: { operationId: 'getHealth', parameters: [guessed], responses: { 200: { description: 'ok' } } } },
  },
};

/** Nothing in it can be made, so nothing can be verified. */
export const readOnlySpec = {
  openapi: '3.1.0',
  info: { title: 'Read only', version: '1' },
  paths: { '/health': { get: { operationId: 'getHealth', responses: { 200: { description: 'ok' } } } } },
};

/** What is made tells nobody its id, so most of it cannot be verified. */
export const namelessSpec = {
  openapi: '3.1.0',
  info: { title: 'Nameless', version: '1' },
  paths: {
    '/widgets': {
      post: {
        operationId: 'createWidget',
        requestBody: { required: true, content: { 'application/json': { schema: newWidget } } },
        responses: { 202: { description: 'accepted' } },
      },
    },
    '/widgets/{id}': widgetSpec.paths['/widgets/{id}'],
  },
  components: widgetSpec.components,
};

export type WidgetFault = 'forgets deletes' | 'answers 500 on create' | 'requires a login';

const answer = (status: number, body?: unknown): WireResponse => ({
  status,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  body: body === undefined ? '' : JSON.stringify(body),
});

/** The customer's API in memory: a function from request to answer. */
export const widgetsApi = (fault?: WidgetFault) => {
  const widgets = new Map<string, object>();
  let next = 1;
  return ({ method, url, body }: WireRequest): WireResponse => {
    const { pathname } = new URL(url);
    if (fault === 'requires a login') return answer(401, { error: 'log in' });
    if (pathname === '/widgets' && method === 'GET') return answer(200, [...widgets.values()]);
    if (pathname === '/widgets' && method === 'POST') {
      if (fault === 'answers 500 on create') return answer(500, { error: 'broken' });
      const made = { ...(JSON.parse(body ?? '{}') as object), id: `w${next++}` };
      widgets.set(made.id, made);
      return answer(201, made);
    }
    const id = /^\/widgets\/(\w+)$/.exec(pathname)?.[1] ?? '';
    const found = widgets.get(id);
    if (found === undefined) return answer(404, { error: pathname.startsWith('/widgets/') ? 'no widget' : 'no route' });
    if (method === 'GET') return answer(200, found);
    if (method !== 'DELETE') return answer(405, { error: 'method' });
    if (fault !== 'forgets deletes') widgets.delete(id);
    return answer(204);
  };
};

/** The result document of a real run of the widget verifier, over a clean API or one with a fault. */
export const runWidgets = async (
  fault?: WidgetFault,
  spec: object = widgetSpec,
  workbook: WorkbookJourney[] = [],
): Promise<ResultDocument> => {
  const { bundle } = await planFeature({ spec, personas: [], workbook });
  return runPlans({
    bundle,
    baseUrl: 'http://widgets.test',
    send: memorySend(widgetsApi(fault)),
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(7),
    env: {},
    seed: 1,
  });
};
