import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thirdPartyServer } from './third-party.ts';
import type { ThirdPartyServer } from './third-party.ts';

const basic = (user: string) => `Basic ${Buffer.from(`${user}:secret`).toString('base64')}`;

const KINTO_SETTINGS = (port: number) => `[app:main]
use = egg:kinto
kinto.userid_hmac_secret = bench
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.bucket_create_principals = system.Authenticated
multiauth.policies = basicauth
multiauth.policy.basicauth.use = kinto.core.authentication.BasicAuthAuthenticationPolicy
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = ${port}
`;

/** A JSON store with sync and permissions: Python, Pyramid. Swagger 2.0, served. */
export const kinto = thirdPartyServer({
  name: 'kinto',
  style: 'third party: Pyramid on Python; buckets, collections, records, permissions, ETags',
  program: 'kinto/bin/pserve',
  start: async (command, { port, folder }) => {
    const settings = join(folder, 'kinto.ini');
    await writeFile(settings, KINTO_SETTINGS(port));
    return { command, args: [settings] };
  },
  ready: '/v1/__heartbeat__',
  document: { path: '/v1/__api__' },
  personas: [
    { name: 'Owner', description: 'Can create buckets and everything in them.', authType: 'BASIC' },
    { name: 'Other', description: 'An outsider who has no access to what others own.', authType: 'BASIC' },
  ],
  env: {
    AUTH_OWNER: '{"username":"owner","password":"secret"}',
    AUTH_OTHER: '{"username":"other","password":"secret"}',
  },
  identities: { owner: { authorization: basic('owner') }, outsider: { authorization: basic('other') } },
  defects: [{ operation: 'GET /__version__', reasonCode: 'SERVER_ERROR', says: 'answered 500' }],
});

/** An HTTP mock server and the API that administers it: Java, Jetty. OpenAPI 3.0, served. */
export const wiremock = thirdPartyServer({
  name: 'wiremock',
  style: 'third party: Jetty on Java; the administration of an HTTP mock server',
  program: 'wiremock/wiremock-standalone.jar',
  start: async (jar, { port, folder }) => ({
    command: 'java',
    args: ['-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', folder],
  }),
  ready: '/__admin/health',
  document: { path: '/__admin/docs/swagger' },
});

/** Alerts and their silences: Go, go-swagger. Swagger 2.0, the file that the server is generated from. */
export const alertmanager = thirdPartyServer({
  name: 'alertmanager',
  isLarge: true,
  style: 'third party: go-swagger on Go; alerts and silences',
  program: 'alertmanager/alertmanager',
  isQuick: true,
  start: async (command, { port, folder }) => {
    const settings = join(folder, 'alertmanager.yml');
    await writeFile(settings, 'route: { receiver: none }\nreceivers: [{ name: none }]\n');
    const address = `--web.listen-address=127.0.0.1:${port}`;
    return {
      command,
      args: [`--config.file=${settings}`, `--storage.path=${folder}`, address, '--cluster.listen-address='],
    };
  },
  ready: '/-/ready',
  document: { file: 'alertmanager/openapi.yaml' },
});

const FORMS_OF_IDS = 'labtasker.yaml';
const labtaskerServer: ThirdPartyServer = {
  name: 'labtasker',
  style: 'third party: FastAPI and SQLite on Python; queues, tasks and workers by names of the caller',
  program: 'labtasker/bin/labtasker-server',
  start: async (command, { port, folder }) => {
    const database = ['--database', join(folder, 'queue.db'), '--database-filesystem', 'local'];
    return {
      command,
      args: ['serve', '--connection', 'http', '--host', '127.0.0.1', '--port', String(port), ...database],
      env: { LABTASKER_SERVER_TOKEN: 'bench' },
    };
  },
  ready: '/health',
  document: { path: '/openapi.json' },
  personas: [{ name: 'Lab', description: 'Can manage queues and tasks.', authType: 'BEARER' }],
  env: { AUTH_LAB: '{"token":"bench"}' },
  identities: { owner: { authorization: 'Bearer bench' }, outsider: { authorization: 'Bearer none' } },
};
/** A queue of tasks for parallel experiments: Python, FastAPI on SQLite. OpenAPI 3.1, served. */
export const labtasker = thirdPartyServer({ ...labtaskerServer, told: FORMS_OF_IDS });
/** With what its document leaves unsaid: the forms of ids (decision 57). */
export const labtaskerOverlaid = thirdPartyServer({ ...labtaskerServer, overlay: FORMS_OF_IDS });

/** Notebooks, kernels and files: Python, Tornado. Swagger 2.0, served. */
export const jupyter = thirdPartyServer({
  name: 'jupyter',
  style: 'third party: Tornado on Python; files, sessions and kernels behind a token',
  program: 'jupyter/bin/jupyter-server',
  start: async (command, { port, folder }) => ({
    command,
    args: [
      '--ServerApp.ip=127.0.0.1',
      `--ServerApp.port=${port}`,
      '--ServerApp.port_retries=0',
      `--ServerApp.root_dir=${folder}`,
      '--IdentityProvider.token=bench',
      '--ServerApp.jpserver_extensions=jupyter_server_terminals=True',
      '--no-browser',
      '--allow-root',
    ],
    env: { HOME: folder, JUPYTER_NO_CONFIG: '1' },
  }),
  ready: '/login',
  document: { path: '/api/spec.yaml?token=bench' },
  personas: [{ name: 'Scientist', description: 'Can do everything on the server.', authType: 'HEADER' }],
  env: { AUTH_SCIENTIST: '{"headers":{"Authorization":"token bench"}}' },
  identities: { owner: { authorization: 'token bench' }, outsider: { authorization: 'token none' } },
  defects: [
    { operation: 'PUT /api/contents/{path}', reasonCode: 'SCHEMA', says: 'at /content:' },
    { operation: 'POST /api/contents/{path}', reasonCode: 'SCHEMA', says: 'at /content:' },
    { operation: 'PATCH /api/contents/{path}', reasonCode: 'SCHEMA', says: 'at /content:' },
    { operation: 'POST /api/contents/{path}/checkpoints', reasonCode: 'SERVER_ERROR', says: 'answered 500' },
  ],
});

/** Watches on web pages and their groups: Python, Flask. OpenAPI 3.1, served. */
export const changedetection = thirdPartyServer({
  name: 'changedetection',
  isLarge: true,
  style: 'third party: Flask on Python; watches and groups by uuid, maps for lists, creates that answer little',
  program: 'changedetection/bin/changedetection.io',
  start: async (command, { port, folder }) => {
    const settings = { settings: { application: { api_access_token: 'bench' } } };
    await writeFile(join(folder, 'changedetection.json'), JSON.stringify(settings));
    return { command, args: ['-d', folder, '-h', '127.0.0.1', '-p', String(port)] };
  },
  ready: '/api/v1/full-spec',
  document: { path: '/api/v1/full-spec' },
  personas: [{ name: 'Watcher', description: 'Can watch pages and group them.', authType: 'HEADER' }],
  env: { AUTH_WATCHER: '{"headers":{"x-api-key":"bench"}}' },
  // It has one key, and so no other user.
  identities: { owner: { 'x-api-key': 'bench' }, outsider: {} },
  defects: [
    { operation: 'DELETE /tag/{uuid}', reasonCode: 'UNEXPECTED_STATUS', says: 'answered 204' },
    { operation: 'POST /watch', reasonCode: 'UNEXPECTED_STATUS', says: 'answered 201' },
    { operation: 'GET /watch', reasonCode: 'SERVER_ERROR', says: 'answered 500' },
    { operation: 'PUT /watch/{uuid}', reasonCode: 'WRONG_MEDIA_TYPE', says: 'another media type' },
    { operation: 'DELETE /watch/{uuid}', reasonCode: 'UNEXPECTED_STATUS', says: 'answered 204' },
    { operation: 'GET /systeminfo', reasonCode: 'SCHEMA', says: 'at /uptime:' },
  ],
});

/** A list of things to do: Go, go-swagger, a media type of its own. Swagger 2.0, served. */
export const todoList = thirdPartyServer({
  name: 'todo-list',
  style: 'third party: go-swagger on Go; items at the root, no read of one, false left out, 500 for the unknown',
  program: 'todo-list/todo-list-server',
  // It reads its map of items without its lock: on several processors Go ends it ("concurrent map iteration and map write").
  start: async (command, { port }) => ({
    command,
    args: ['--host', '127.0.0.1', '--port', String(port)],
    env: { GOMAXPROCS: '1' },
  }),
  ready: '/swagger.json',
  document: { path: '/swagger.json' },
});
