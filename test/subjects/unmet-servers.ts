import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { thirdPartyServer } from './third-party.ts';

/** Schemas and their versions in groups, by names of the caller: Java, Quarkus on H2. OpenAPI 3.0, served; it names no server. */
export const apicurio = thirdPartyServer({
  name: 'apicurio',
  style: 'Quarkus and H2 on Java; groups, artifacts, versions and rules by names of the caller',
  program: 'apicurio/runner.jar',
  start: async (jar, { port }) => ({
    command: 'java',
    args: ['-jar', jar],
    env: {
      QUARKUS_HTTP_HOST: '127.0.0.1',
      QUARKUS_HTTP_PORT: String(port),
      APICURIO_REST_DELETION_GROUP_ENABLED: 'true',
      APICURIO_REST_DELETION_ARTIFACT_ENABLED: 'true',
      APICURIO_REST_DELETION_ARTIFACT_VERSION_ENABLED: 'true',
    },
  }),
  ready: '/health/ready',
  document: { path: '/api-specifications/registry/v3/openapi.json' },
  basePath: '/apis/registry/v3',
});

const HYDRA_SETTINGS = (port: number, folder: string) => `serve:
  admin: { host: 127.0.0.1, port: ${port} }
dsn: sqlite://${folder}/hydra.db?_fk=true&mode=rwc
urls: { self: { issuer: http://127.0.0.1:${port} } }
secrets: { system: [bench-bench-bench-bench] }
`;

/** An OAuth 2 server's clients, keys and grants: Go, on SQLite; keys take time to make. OpenAPI 3.0, of its source. */
export const hydra = thirdPartyServer({
  name: 'hydra',
  isLarge: true,
  style: 'net/http and SQLite on Go; clients whose secrets are hashed, key sets by names of the caller',
  program: 'hydra/hydra',
  start: async (command, { port, folder }) => {
    const settings = join(folder, 'hydra.yml');
    await writeFile(settings, HYDRA_SETTINGS(port, folder));
    await promisify(execFile)(command, ['migrate', 'sql', '-e', '-y', '-c', settings]);
    return { command, args: ['serve', 'admin', '--dev', '-c', settings] };
  },
  ready: '/health/ready',
  document: { file: 'hydra/api.json' },
  // What users of tokens call has an address of its own.
  paths: /^\/(?:admin|health|version)/,
});

const HUB_SETTINGS = (port: number, proxy: string) => `c.JupyterHub.bind_url = 'http://127.0.0.1:${port}'
c.JupyterHub.hub_bind_url = 'http://127.0.0.1:${port + 1}'
c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${port + 2}'
c.ConfigurableHTTPProxy.command = '${proxy}'
c.JupyterHub.authenticator_class = 'dummy'
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = 'simple'
c.JupyterHub.services = [{'name': 'bench', 'api_token': 'bench-bench-bench'}, {'name': 'other', 'api_token': 'other-other-other'}]
c.JupyterHub.load_roles = [{'name': 'bench', 'services': ['bench'], 'scopes': ['admin:users', 'admin:groups', 'admin:servers', 'tokens', 'list:services', 'read:services', 'shares', 'read:hub', 'proxy']}]
`;

/** Users, groups and tokens of a server of notebooks: Python, Tornado on SQLite, behind a proxy on Node. OpenAPI 3.1, of its source. */
export const jupyterhub = thirdPartyServer({
  name: 'jupyterhub',
  style: 'Tornado and SQLite on Python; users and groups by names of the caller, tokens that are shown once',
  program: 'jupyterhub/bin/jupyterhub',
  start: async (command, { port, folder }) => {
    const settings = join(folder, 'jupyterhub_config.py');
    const proxy = join(dirname(command), '../proxy/node_modules/.bin/configurable-http-proxy');
    await writeFile(settings, HUB_SETTINGS(port, proxy));
    return { command, args: ['-f', settings] };
  },
  ready: '/hub/health',
  document: { file: 'jupyterhub/rest-api.yml' },
  personas: [
    { name: 'Operator', description: 'Can manage users and groups.', authType: 'HEADER' },
    { name: 'Other', description: 'An outsider who has no access to anything.', authType: 'HEADER' },
  ],
  env: {
    AUTH_OPERATOR: '{"headers":{"Authorization":"token bench-bench-bench"}}',
    AUTH_OTHER: '{"headers":{"Authorization":"token other-other-other"}}',
  },
  identities: {
    owner: { authorization: 'token bench-bench-bench' },
    outsider: { authorization: 'token other-other-other' },
  },
  defects: [
    { operation: 'GET /users/{name}', reasonCode: 'ITEM_LOST', says: 'what PATCH /users/{name} made is not there' },
  ],
});

const PHOENIX_SECRET = 'bench1-bench1-bench1-bench1-bench1';

/** Datasets, prompts and annotations of language models: Python, FastAPI on SQLite. OpenAPI 3.1, served. */
export const phoenix = thirdPartyServer({
  name: 'phoenix',
  isLarge: true,
  style: 'FastAPI and SQLite on Python; datasets, prompts and labels below projects, pages by cursors',
  program: 'phoenix/bin/phoenix',
  start: async (command, { port, folder }) => ({
    command,
    args: ['serve'],
    env: {
      PHOENIX_WORKING_DIR: folder,
      PHOENIX_HOST: '127.0.0.1',
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: '0',
      PHOENIX_ENABLE_AUTH: 'true',
      PHOENIX_SECRET: `${PHOENIX_SECRET}-signs`,
      PHOENIX_ADMIN_SECRET: PHOENIX_SECRET,
      PHOENIX_TELEMETRY_ENABLED: 'false',
    },
  }),
  ready: '/healthz',
  document: { path: '/openapi.json' },
  personas: [{ name: 'Admin', description: 'Can do everything.', authType: 'BEARER' }],
  env: { AUTH_ADMIN: JSON.stringify({ token: PHOENIX_SECRET }) },
  identities: { owner: { authorization: `Bearer ${PHOENIX_SECRET}` }, outsider: { authorization: 'Bearer none' } },
  defects: [
    { operation: 'GET /v1/agent_sessions', reasonCode: 'PAGE_REPEATED', says: 'the same item on more than one page' },
  ],
});
