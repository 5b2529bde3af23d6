/**
 * Everything an endpoint or a task can need from outside, in our own words. An endpoint's `uses` lists them; they type the ports
 * its use case may touch, decide what its function bundles, and become its IAM statements. Whoever is authenticated needs no capability
 * of its own: every endpoint that is not public may read access records.
 */
export const capabilities = [
  'tokens:read',
  'tokens:write',
  'users:read',
  'users:write',
  'sign-ins:write',
  'billing:read',
  'workspaces:read',
  'projects:read',
  'projects:write',
  'projects:purge',
  'personas:read',
  'personas:write',
  'features:read',
  'features:write',
  'documents:read',
  'documents:write',
  'cases:read',
  'cases:write',
  'builds:read',
  'builds:write',
  'runs:read',
  'runs:write',
  'workbooks:read',
  'workbooks:write',
  'waivers:read',
  'waivers:write',
  'events:read',
  'blobs:read',
  'blobs:write',
  'blobs:sign',
  'blobs:remove',
  'secrets:encrypt',
  'builds:start',
  'deletions:start',
  'generations:start',
  'verifiers:assemble',
  'verifiers:sign',
  'signing-key:read',
] as const;

export type Capability = (typeof capabilities)[number];
