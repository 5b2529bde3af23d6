import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { type Options, requireEmail, WrongUse } from './options.ts';
import { requireTier } from './set-tier.ts';

/**
 * Makes a tenant with its Owner, a first workspace and a token, which is shown here and never again. Whoever signs in with the verified
 * address is that Owner. Throws WrongUse, also where somebody with the address has joined a tenant already.
 */
export const create = async (tables: Tables, options: Options): Promise<object> => {
  const { tier = 'FREE', name: workspaceName = 'My workspace' } = options;
  const email = requireEmail(options);
  requireTier(tier);
  try {
    return await createTenant({ tier, email, workspaceName }, new TenantRepository(tables), systemRuntime);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new WrongUse(`${email} belongs to a tenant already: invite another address, or let its user leave first.`);
  }
};
