import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant, tokenMade } from '#domain/access/create-tenant.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import { tokenDigest } from '#domain/access/token-format.ts';
import { grantTier } from '#domain/billing/grant-tier.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { issueToken } from '#domain/tokens/issue-token.ts';
import { daysAfter } from '#domain/tokens/token-rules.ts';
import { writePrivate } from './key-files.ts';
import { writeAtStart } from './storage-failure.ts';

/** The Owner of this machine's tenant; an issuer that verifies this address signs in as that Owner. */
export const ownerAddress = 'owner@localhost';

type Ids = { tenantId: string; userId: string; workspaceId: string };

/** `<data>/credentials.json`, mode 0600: what the CLI and people call the service with. */
export type LocalCredentials = { baseUrl: string; token: string; tenantId: string; workspaceId: string };

export type LocalTenant = {
  credentials: LocalCredentials;
  /** The token was made by this start. */
  isNewToken: boolean;
  /** Keeps the token from ending while the service runs. */
  renewToken(): Promise<void>;
};

type Surroundings = { folder: string; tables: Tables; access: AccessReader; runtime: Runtime };

/** The tenant that the data folder has before it is opened; undefined at its first start. */
export const tenantIdIn = (folder: string): string | undefined => idsIn(folder)?.tenantId;

const idsIn = (folder: string): Ids | undefined => readJson<Ids>(join(folder, 'tenant.json'));

/**
 * The tenant of this data folder (decision record 0001): made at the first start with its Owner, a workspace and a token.
 * Later starts renew the token and rewrite `baseUrl`, where the disk takes it; a lost file, or one whose token no longer works, gets a new token.
 */
export const openLocalTenant = async (
  { baseUrl, tier }: { baseUrl: string; tier: Tier | undefined },
  surroundings: Surroundings,
): Promise<LocalTenant> => {
  const known = idsIn(surroundings.folder);
  const { ids, token, isNewToken } = known
    ? await reopened(known, tier, surroundings)
    : await created(tier ?? 'TEAM', surroundings);
  const credentials = { baseUrl, token, tenantId: ids.tenantId, workspaceId: ids.workspaceId };
  const path = join(surroundings.folder, 'credentials.json');
  const write = (): void => writePrivate(path, `${JSON.stringify(credentials, null, 2)}\n`);
  // Nobody can know a new token from elsewhere.
  if (isNewToken) write();
  else await writeAtStart(`writing ${baseUrl} to ${path}`, write);
  const renewToken = async (): Promise<void> => void (await renew(token, ids, surroundings));
  return { credentials, isNewToken, renewToken };
};

const created = async (tier: Tier, { folder, tables, runtime }: Surroundings) => {
  const first = { tier, email: ownerAddress, workspaceName: 'My workspace' };
  const { token, ...ids } = await createTenant(first, new TenantRepository(tables), runtime);
  writePrivate(join(folder, 'tenant.json'), JSON.stringify(ids));
  return { ids, token, isNewToken: true };
};

const reopened = async (ids: Ids, tier: Tier | undefined, surroundings: Surroundings) => {
  const { folder, tables } = surroundings;
  const scope = mintScope.tenant(ids.tenantId);
  // Its Owner signed in and left: whoever starts the service gets another one.
  if (!(await tables(ids.tenantId).get(keys.tenant(scope)))) return created(tier ?? 'TEAM', surroundings);
  if (tier) await writeAtStart(`the change to the tier ${tier}`, () => grant(scope, tier, surroundings));
  const kept = readJson<LocalCredentials>(join(folder, 'credentials.json'))?.token;
  if (typeof kept === 'string') {
    const outcome = await writeAtStart('the renewal of the token', () => renew(kept, ids, surroundings));
    if (outcome) return { ids, token: kept, isNewToken: false };
  }
  return { ids, token: await newToken(ids, surroundings), isNewToken: true };
};

/** A tenant that has this tier keeps what it has bought. */
const grant = async (scope: TenantScope, tier: Tier, { tables, runtime }: Surroundings): Promise<void> => {
  const ports = { plans: new PlanRepository(tables), checkouts: new CheckoutRepository(tables) };
  const { plan } = await ports.plans.get(scope);
  if (plan.tier !== tier) await grantTier(scope, { tier, terms: {} }, ports, runtime);
};

const newToken = async ({ tenantId, userId }: Ids, { tables, runtime }: Surroundings): Promise<string> => {
  const { secret, token } = issueToken({ userId, name: 'Token of this machine' }, runtime);
  // Whoever may read this folder owns the tenant; the limit of the endpoint must not lock them out.
  const scope = mintScope.tenant(tenantId);
  const { plan } = await new PlanRepository(tables).get(scope);
  const entry = tokenMade({ userId, email: ownerAddress, tier: plan.tier }, token, runtime);
  await new TokenRepository(tables).create(scope, token, Number.MAX_SAFE_INTEGER, { entry });
  return secret;
};

/**
 * Moves the end of this machine's token to as late as the tenant allows; also of one that has ended. Whoever may write `credentials.json`
 * could have a new one at each start, and logins that hold this one go on. False where the token is not there.
 */
const renew = async (
  secret: string,
  { tenantId }: Ids,
  { tables, access, runtime }: Surroundings,
): Promise<boolean> => {
  const digest = tokenDigest(secret);
  const held = await access.findAccess(digest, {});
  if (held?.caller.tenantId !== tenantId) return false;
  const scope = mintScope.tenant(tenantId);
  const tokens = new TokenRepository(tables);
  const expiresAt = daysAfter(runtime.now(), await tokens.maximumDays(scope)).toISOString();
  return tokens.renew(scope, digest, expiresAt);
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
