import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { UserRepository } from '#adapters/dynamodb/user-repository.ts';
import { mintScope } from '#domain/access/scope.ts';
import { inviteOwner as invite } from '#domain/users/invite-owner.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { type Options, requireEmail, requireTenant, WrongUse } from './options.ts';

/** Invites an Owner of a tenant; the secret is shown here and never again. Throws WrongUse, and what `inviteOwner` refuses. */
export const inviteOwner = async (tables: Tables, options: Options): Promise<object> => {
  const { url = '' } = options;
  const [tenantId, email] = [requireTenant(options), requireEmail(options)];
  if (!URL.canParse(url))
    throw new WrongUse('--url is the address of the API, the output ApiUrl of the service stack.');
  const ports = { plans: new PlanRepository(tables), users: new UserRepository(tables) };
  return invite(mintScope.tenant(tenantId), { email, baseUrl: new URL(url).origin }, ports, systemRuntime);
};
