import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { SignInRepository } from '#adapters/dynamodb/sign-in-repository.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import { createTenant, tokenMade } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { issueToken } from '#domain/tokens/issue-token.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

/** Nobody can sign in with it: names below `invalid` belong to nobody. */
const email = 'owner@smoke-test.invalid';
const lifetimeMs = 3600_000;

/** A token for an hour, of the Owner of the stage's tenant for smoke tests, which is made the first time. */
export const smokeToken = async (tables: Tables): Promise<string> => {
  const holder = await new SignInRepository(tables).findHolder(email);
  if (holder === undefined) {
    const tenant = { tier: 'TEAM', email, workspaceName: 'Smoke tests' } as const;
    return (await createTenant(tenant, new TenantRepository(tables), systemRuntime)).token;
  }
  const { tenantId, userId } = holder;
  const scope = mintScope.tenant(tenantId);
  const expiresAt = new Date(systemRuntime.now().getTime() + lifetimeMs).toISOString();
  const { secret, token } = issueToken({ userId, name: 'Smoke test', expiresAt }, systemRuntime);
  const { plan } = await new PlanRepository(tables).get(scope);
  const entry = tokenMade({ userId, email, tier: plan.tier }, token, systemRuntime);
  await new TokenRepository(tables).create(scope, token, Number.MAX_SAFE_INTEGER, { entry });
  return secret;
};
