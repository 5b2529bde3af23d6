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
