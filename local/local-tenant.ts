import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BillingRepository } from '#adapters/dynamodb/billing-repository.ts';
import { set } from '#adapters/dynamodb/expressions.ts';
import { keys } from '#adapters/dynamodb/keys.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant, tokenMade } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { createToken, tokenDigest, tokenPrefix } from '#domain/access/token-format.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { writePrivate } from './key-files.ts';

/** The Owner of this machine's tenant; an issuer that verifies this address signs in as that Owner. */
const ownerAddress = 'owner@localhost';

type Ids = { tenantId: string; userId: string; workspaceId: string };

/** `<data>/credentials.json`, mode 0600: what the CLI and people call the service with. */
export type LocalCredentials = { baseUrl: string; token: string; tenantId: string; workspaceId: string };

export type LocalTenant = {
  credentials: LocalCredentials;
  /** The token was made by this start, so people have not seen it yet. */
  isNewToken: boolean;
};

type Surroundings = { folder: string; tables: Tables; access: AccessReader; runtime: Runtime };

/**
 * The tenant of this data folder (decision record 0001): made at the first start with its Owner, a workspace and a token.
 * Later starts keep the token and rewrite `baseUrl`; a lost file, or one whose token no longer works, gets a new token.
 */
export const openLocalTenant = async (
  { baseUrl, tier }: { baseUrl: string; tier: Tier | undefined },
  surroundings: Surroundings,
): Promise<LocalTenant> => {
  const known = readJson<Ids>(join(surroundings.folder, 'tenant.json'));
  const { ids, token, isNewToken } = known
    ? await reopened(known, tier, surroundings)
    : await created(tier ?? 'TEAM', surroundings);
  const credentials = { baseUrl, token, tenantId: ids.tenantId, workspaceId: ids.workspaceId };
  writePrivate(join(surroundings.folder, 'credentials.json'), `${JSON.stringify(credentials, null, 2)}\n`);
  return { credentials, isNewToken };
};

const created = async (tier: Tier, { folder, tables, runtime }: Surroundings) => {
  const first = { tier, email: ownerAddress, workspaceName: 'My workspace' };
  const { token, ...ids } = await createTenant(first, new TenantRepository(tables), runtime);
  writePrivate(join(folder, 'tenant.json'), JSON.stringify(ids));
  return { ids, token, isNewToken: true };
};

const reopened = async (ids: Ids, tier: Tier | undefined, surroundings: Surroundings) => {
  const { folder, tables, access } = surroundings;
  const scope = mintScope.tenant(ids.tenantId);
  if (tier) await tables(ids.tenantId).update(keys.tenant(scope), [set('tier', tier)]);
  const kept = readJson<LocalCredentials>(join(folder, 'credentials.json'))?.token;
  const holder = typeof kept === 'string' ? await access.findAccess(tokenDigest(kept), {}) : undefined;
  if (kept && holder?.caller.tenantId === ids.tenantId) return { ids, token: kept, isNewToken: false };
  return { ids, token: await newToken(ids, surroundings), isNewToken: true };
};

const newToken = async ({ tenantId, userId }: Ids, { tables, runtime }: Surroundings): Promise<string> => {
  const token = createToken((count) => runtime.randomBytes(count));
  const record = {
    id: runtime.newId(),
    userId,
    name: 'Token of this machine',
    scope: 'TENANT' as const,
    workspaceId: null,
    tokenPrefix: tokenPrefix(token),
    createdAt: runtime.now().toISOString(),
    lastUsedAt: null,
    digest: tokenDigest(token),
  };
  // Whoever may read this folder owns the tenant; the limit of the endpoint must not lock them out.
  const scope = mintScope.tenant(tenantId);
  const tier = await new BillingRepository(tables).getTier(scope);
  const entry = tokenMade({ userId, email: ownerAddress, tier }, record, runtime);
  await new TokenRepository(tables).create(scope, record, Number.MAX_SAFE_INTEGER, { entry });
  return token;
};

/** A file that is missing or broken is a lost one. */
const readJson = <T>(path: string): T | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
