import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { openTable } from '../../local/table/open-table.ts';
import type { SoundServer, Subject } from '../../bench/detect/subject.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { hastyClock } from './hasty-clock.ts';

const PERSONAS = [
  { name: 'Owner', description: 'Owns the tenant and can create, read, change and delete everything in it.' },
  { name: 'Outsider', description: 'An outsider: is not a member of the workspace and has no access to it.' },
].map((persona) => ({ ...persona, authType: 'BEARER' as const }));
const NOBODY = {
  name: 'Nobody',
  description: 'Sends no identity and is refused everywhere.',
  authType: 'NONE' as const,
};

/** With whom, and with what from outside, our own document is planned. */
export const OWN_API = { personas: [...PERSONAS, NOBODY], envProvidedParams: ['workspaceId'] };

/** Our own service as the customer, as `npm start` runs it: its own OpenAPI document, an Owner, the Owner of another tenant, and nobody. */
export async function ownApiSubject(): Promise<Subject> {
  const first = await startTenants();
  const services = [Promise.resolve(first)];
  const spec = (await (await fetch(`${first.url}/api/v1/openapi.json`)).json()) as JsonObject;
  const { personas, envProvidedParams } = OWN_API;
  const planned = await planFeature({ spec, personas, envProvidedParams });
  let lent = 0;
  return {
    name: 'own API',
    style: 'our own service: tenants, workspaces, personas',
    spec,
    personas,
    envProvidedParams,
    bundle: planned.bundle,
    planned,
    open: async () => {
      lent += 1;
      if (lent % MOST_LENT === 0) services.push(startTenants());
      const { url, env, identities } = await (services.at(-1) ?? startTenants());
      return { url, env, identities, close: async () => undefined };
    },
    sharesLists: true,
    // A build takes a second or two, on a busy machine ten.
    clock: hastyClock(1_000),
    env: first.env,
    identities: first.identities,
    close: async () => {
      for (const one of await Promise.all(services)) await one.close();
    },
  };
}

/** So often is a service lent: what cells leave in its audit log must stay below the 10,000 entries of one answer. */
const MOST_LENT = 300;

/** A service of its own with two tenants, an Owner in each. */
async function startTenants(): Promise<Required<SoundServer>> {
  const folder = await mkdtemp(join(tmpdir(), 'own-api-'));
  const outsider = await addTenant(folder);
  const service = await startService(folder);
  const credentials = await readFile(join(folder, 'credentials.json'), 'utf8');
  const { baseUrl, token: owner, workspaceId } = JSON.parse(credentials) as Record<string, string>;
  return {
    url: String(baseUrl),
    env: {
      APITEST_PARAM_WORKSPACE_ID: String(workspaceId),
      AUTH_OWNER: JSON.stringify({ token: owner }),
      AUTH_OUTSIDER: JSON.stringify({ token: outsider }),
    },
    identities: {
      owner: { authorization: `Bearer ${owner}` },
      outsider: { authorization: `Bearer ${outsider}` },
    },
    close: async () => {
      service.kill('SIGTERM');
      await once(service, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** In a process of its own; resolves when every route answers. */
async function startService(folder: string): Promise<ChildProcess> {
  const service = spawn(process.execPath, ['local/main.ts', '--port', '0', '--data', folder]);
  let said = '';
  service.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2_000)));
  for await (const chunk of service.stdout.iterator({ destroyOnReturn: false }))
    if (/^ready /m.test(String(chunk))) return service;
  throw new Error(`The service ended before it was ready: ${said}`);
}

/** Another tenant in the same table, there before the service opens it; its Owner's token. */
async function addTenant(folder: string): Promise<string> {
  const table = await openTable({ directory: join(folder, 'table') });
  const first = { tier: 'TEAM' as const, email: 'outsider@example.test', workspaceName: 'Elsewhere' };
  const { token } = await createTenant(first, new TenantRepository(connectTable(table)), systemRuntime);
  await table.close();
  return token;
}
