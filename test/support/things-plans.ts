import type { Plan, PlanBundle, RequestTemplate, Step, Template } from '#verifier/plan/plan.ts';

const RESPONSES = { '200': { contentTypes: ['application/json'], schema: 'Thing' } };
export const NAME: Template = { unique: { stem: 'chair', maxLength: 40, charset: 'text' } };
const ID: Template = { capture: 'id' };

export function request(
  method: RequestTemplate['method'],
  path: string,
  more: { path?: Record<string, Template>; query?: Record<string, Template>; body?: Template } = {},
): RequestTemplate {
  return {
    operationId: `${method} ${path}`,
    method,
    path,
    params: { path: more.path ?? {}, query: more.query ?? {}, header: {} },
    ...(more.body ? { body: { contentType: 'application/json', value: more.body } } : {}),
  };
}

export function step(id: string, template: RequestTemplate, more: Partial<Step> = {}): Step {
  return {
    ...template,
    id,
    persona: 'admin',
    expect: { outcome: 'success', status: [200], responses: RESPONSES },
    captures: {},
    assert: [],
    probes: [],
    ...more,
  };
}

const listProbe = (): Step['probes'][number] => ({
  kind: 'list',
  request: request('GET', '/things'),
  persona: 'admin',
  list: '/data',
  match: [{ pointer: '/id', value: ID }],
  paging: { style: 'page', param: 'page', first: 1 },
});
const itemProbe = (): Step['probes'][number] => ({
  kind: 'item',
  request: request('GET', '/things/{id}', { path: { id: ID } }),
  persona: 'admin',
});

export const create = (more: Partial<Step> = {}): Step =>
  step('create', request('POST', '/things', { body: { object: { name: NAME, size: { literal: 3 } } } }), {
    expect: {
      outcome: 'success',
      status: [201],
      responses: { '201': { contentTypes: ['application/json'], schema: 'Thing' } },
    },
    captures: { id: { from: 'body', pointer: '/id' } },
    assert: [{ op: 'equals', pointer: '/name', value: { sent: 'create', pointer: '/body/name' }, compare: 'exact' }],
    ...more,
  });

export const read = (more: Partial<Step> = {}): Step =>
  step('read', request('GET', '/things/{id}', { path: { id: ID } }), {
    assert: [
      { op: 'equals', pointer: '/name', value: { sent: 'create', pointer: '/body/name' }, compare: 'exact' },
      { op: 'equals', pointer: '/id', value: { capture: 'id' }, compare: 'exact' },
    ],
    effectOf: 'create',
    probes: [listProbe()],
    ...more,
  });

export const list = (more: Partial<Step> = {}): Step =>
  step('list', request('GET', '/things'), {
    expect: {
      outcome: 'success',
      status: [200],
      responses: { '200': { contentTypes: ['application/json'], schema: 'Things' } },
    },
    assert: [{ op: 'listContains', list: '/data', match: [{ pointer: '/id', value: { capture: 'id' } }] }],
    effectOf: 'create',
    paging: { style: 'page', param: 'page', first: 1 },
    ...more,
  });

export const update = (more: Partial<Step> = {}): Step =>
  step(
    'update',
    request('PUT', '/things/{id}', { path: { id: ID }, body: { object: { name: NAME, size: { literal: 7 } } } }),
    { probes: [itemProbe()], ...more },
  );

export const readUpdated = (more: Partial<Step> = {}): Step =>
  read({
    id: 'read-updated',
    assert: [{ op: 'equals', pointer: '/size', value: { sent: 'update', pointer: '/body/size' }, compare: 'exact' }],
    effectOf: 'update',
    ...more,
  });

export const remove = (more: Partial<Step> = {}): Step =>
  step('remove', request('DELETE', '/things/{id}', { path: { id: ID } }), {
    expect: { outcome: 'success', status: [204], responses: { '204': { contentTypes: [] } } },
    probes: [itemProbe()],
    ...more,
  });

export const gone = (more: Partial<Step> = {}): Step =>
  step('gone', request('GET', '/things/{id}', { path: { id: ID } }), {
    expect: { outcome: 'gone', status: [404], responses: {} },
    effectOf: 'remove',
    ...more,
  });

export function plan(name: string, steps: Step[], more: Partial<Plan> = {}): Plan {
  return {
    planId: `sha256:${name}`,
    journeyId: journeyIdOf(name),
    name,
    kind: 'create-read',
    enforcement: 'ENFORCED',
    subject: `${steps[0]?.method} ${steps[0]?.path}`,
    operations: [...new Set(steps.map(({ operationId }) => operationId))],
    personas: ['admin'],
    inputs: {},
    steps,
    teardown: [
      { ...request('DELETE', '/things/{id}', { path: { id: ID } }), forStep: 'create', persona: 'admin' },
    ].filter(() => steps.some(({ id }) => id === 'create')),
    proof: [],
    ...more,
  };
}

/** A well-formed uuid that tells plans apart by name. */
function journeyIdOf(name: string): string {
  const hex = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 0xffffffffffff, 7).toString(16);
  return `00000000-0000-5000-8000-${hex.padStart(12, '0')}`;
}

export function bundle(plans: Plan[], more: Partial<PlanBundle> = {}): PlanBundle {
  return {
    jepVersion: '1',
    specHash: `sha256:${'a'.repeat(64)}`,
    flowVersion: '0',
    title: 'Things',
    basePath: '',
    personas: [{ name: 'admin', description: 'may do all', authType: 'BEARER', envVar: 'AUTH_ADMIN' }],
    plans,
    $defs: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, name: { type: 'string' }, size: { type: 'integer', maximum: 100 } },
      },
      Things: {
        type: 'object',
        required: ['data'],
        properties: { data: { type: 'array', items: { $ref: '#/$defs/Thing' } } },
      },
    },
    ...more,
  };
}

export const ENV = { AUTH_ADMIN: '{"token":"tok-admin-1234"}' };
