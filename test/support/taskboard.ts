import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

const json = (schema: object) => ({ 'application/json': { schema } });
const answered = (schema: object) => ({ description: 'ok', content: json(schema) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refusals = Object.fromEntries(['401', '403', '404'].map((status) => [status, { description: 'refused' }]));
const secured = [{ OAuth2PasswordBearer: [] }];
const projectId = { name: 'project_id', in: 'path', required: true, schema: { type: 'string' } };
const taskId = { name: 'task_id', in: 'path', required: true, schema: { type: 'string' } };

const operation = (operationId: string, success: object, more: object = {}) => ({
  operationId,
  security: secured,
  responses: { ...success, ...refusals },
  ...more,
});
const taking = (name: string) => ({ requestBody: { required: true, content: json(ref(name)) } });

const itemPath = (kind: string, parameters: object[]) => ({
  parameters,
  get: operation(`get${kind}`, { 200: answered(ref(kind)) }),
  patch: operation(`update${kind}`, { 200: answered(ref(kind)) }, taking(`${kind}Update`)),
  delete: operation(`delete${kind}`, { 204: { description: 'gone' } }),
});
const listPath = (kind: string, parameters: object[]) => ({
  parameters,
  get: operation(`list${kind}s`, { 200: answered({ type: 'array', items: ref(kind) }) }),
  post: operation(`create${kind}`, { 201: answered(ref(kind)) }, taking(`${kind}Create`)),
});

const text = { type: 'string', maxLength: 80 };
const schemas = {
  Project: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string' }, name: text, description: { type: 'string' } },
  },
  ProjectCreate: { type: 'object', required: ['name'], properties: { name: text, description: { type: 'string' } } },
  ProjectUpdate: { type: 'object', properties: { name: text, description: { type: 'string' } } },
  Task: {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'string' }, title: text, priority: { type: 'integer', minimum: 1, maximum: 5 } },
  },
  TaskCreate: {
    type: 'object',
    required: ['title'],
    properties: { title: text, priority: { type: 'integer', minimum: 1, maximum: 5 } },
  },
  TaskUpdate: { type: 'object', properties: { title: text } },
  Token: {
    type: 'object',
    required: ['access_token', 'token_type'],
    properties: { access_token: { type: 'string' }, token_type: { type: 'string' } },
  },
  Credentials: {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
  },
};

/** The document of the server below, as FastAPI writes one: no `servers`, and paths that begin with the version. */
export const taskboardSpec = {
  openapi: '3.1.0',
  info: { title: 'Taskboard', version: '1' },
  paths: {
    '/api/v1/auth/login': {
      post: {
        operationId: 'login',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: ref('Credentials') } },
        },
        responses: { 200: answered(ref('Token')), 401: { description: 'wrong' } },
      },
    },
    '/api/v1/projects': listPath('Project', []),
    '/api/v1/projects/{project_id}': itemPath('Project', [projectId]),
    '/api/v1/projects/{project_id}/tasks': listPath('Task', [projectId]),
    '/api/v1/projects/{project_id}/tasks/{task_id}': itemPath('Task', [projectId, taskId]),
  },
  components: {
    schemas,
    securitySchemes: {
      OAuth2PasswordBearer: { type: 'oauth2', flows: { password: { scopes: {}, tokenUrl: '/api/v1/auth/login' } } },
    },
  },
};

export type TaskboardFault = 'PATCH is lost' | 'deleted projects are found';
type Item = Record<string, unknown> & { id: string };
type Answer = [status: number, body?: unknown];

/** Names and passwords; vic may only read. */
const users: Record<string, string> = { alice: 'wonderland', vic: 'looking-glass' };
const tokenOf = (user: string) => `token-of-${user}-5d41402abc4b2a76b9719d911017c592`;

const keyOf = (user: string) => `key-of-${user}`;

/** Reads `/api/v1/projects/{id}` and `/api/v1/projects/{id}/tasks/{id}`, both behind a login. */
const createBoard = (fault: TaskboardFault | undefined) => {
  const projects = new Map<string, Item & { tasks: Map<string, Item> }>();
  let next = 1;
  const shown = ({ tasks: _tasks, ...item }: Item) => item;
  const collection = (items: Map<string, Item>, method: string, body: object): Answer => {
    if (method === 'GET') return [200, [...items.values()].map(shown)];
    if (method !== 'POST') return [405];
    const item = { ...body, id: `${(next += 1)}`, tasks: new Map<string, Item>() };
    items.set(item.id, item);
    return [201, shown(item)];
  };
  const single = (items: Map<string, Item>, id: string, method: string, body: object): Answer => {
    const item = items.get(id);
    if (item === undefined) return [404, { detail: 'Item not found' }];
    if (method === 'DELETE' && fault !== 'deleted projects are found') items.delete(id);
    if (method === 'DELETE') return [204];
    if (method === 'PATCH' && fault !== 'PATCH is lost') Object.assign(item, body);
    return method === 'GET' || method === 'PATCH' ? [200, { ...shown(item), ...body }] : [405];
  };
  return (method: string, [project, tasks, task]: (string | undefined)[], body: object): Answer => {
    if (project === undefined) return collection(projects as Map<string, Item>, method, body);
    if (tasks === undefined) return single(projects as Map<string, Item>, project, method, body);
    const found = projects.get(project)?.tasks;
    if (found === undefined) return [404, { detail: 'Project not found' }];
    return task === undefined ? collection(found, method, body) : single(found, task, method, body);
  };
};

const signIn = (body: string): Answer => {
  const form = new URLSearchParams(body);
  const name = form.get('username') ?? '';
  return users[name] !== undefined && users[name] === form.get('password')
    ? [200, { access_token: tokenOf(name), token_type: 'bearer' }]
    : [401, { detail: 'Incorrect username or password' }];
};

/** A bearer token, HTTP Basic, an API key, or a signature of the user's name under that key. */
const isOf = (name: string, { authorization, ...headers }: IncomingMessage['headers']): boolean => {
  const basic = Buffer.from(`${name}:${users[name]}`).toString('base64');
  const signature = createHmac('sha256', keyOf(name)).update(name).digest('hex');
  return (
    authorization === `Bearer ${tokenOf(name)}` ||
    authorization === `Basic ${basic}` ||
    headers['x-api-key'] === keyOf(name) ||
    authorization === `Signature ${name}:${signature}`
  );
};

const answerTo = async (board: ReturnType<typeof createBoard>, request: IncomingMessage): Promise<Answer> => {
  const { method = 'GET', url = '/', headers } = request;
  const { pathname } = new URL(url, 'http://taskboard.test');
  if (pathname === '/openapi.json') return [200, taskboardSpec];
  const body = await textOf(request);
  if (pathname === '/api/v1/auth/login') return method === 'POST' ? signIn(body) : [405];
  const [, below] = /^\/api\/v1\/projects((?:\/[^/]+)*)$/.exec(pathname) ?? [];
  const segments = below?.split('/').slice(1) ?? [];
  if (below === undefined || segments.length > 3 || (segments[1] ?? 'tasks') !== 'tasks')
    return [404, { detail: 'Not Found' }];
  const user = Object.keys(users).find((name) => isOf(name, headers));
  if (user === undefined) return [401, { detail: 'Not authenticated' }];
  if (user === 'vic' && method !== 'GET') return [403, { detail: 'Vic may only read' }];
  return board(method, segments, body === '' ? {} : (JSON.parse(body) as object));
};

/** Projects and their tasks behind an OAuth2 password login, on a free port of this machine; sound, or with one fault. */
export const startTaskboard = async (fault?: TaskboardFault, port = 0) => {
  const board = createBoard(fault);
  const log: string[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    log.push(`${request.method} ${request.url}`);
    const [status, body] = await answerTo(board, request);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, type).end(body === undefined ? undefined : JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests so far, as "GET /api/v1/projects". */
    log,
    /** A token of that user, without a login. */
    token: tokenOf,
    close,
  };
};
