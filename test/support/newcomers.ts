import { randomUUID } from 'node:crypto';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { aFeature, aProject } from './addresses.ts';
import type { People } from './people.ts';
import type { Caller, Scenario, Tenant } from './scenario.ts';

export type Newcomer = { email: string; caller: Caller };
export type Me = { tenantId: string; userId: string; storedRole: string; email: string; code?: string };

/** Somebody who signs in, with a verified address of the domain, and has no tenant yet. */
export const aNewcomer = async (
  scenario: Pick<Scenario, 'callerWith'>,
  people: People,
  domain = 'example.test',
): Promise<Newcomer> => {
  const email = `${randomUUID()}@${domain}`;
  // In a crowd the issuer of this process could answer later than a sign-in waits.
  const token = await people.token({ subject: randomUUID(), email, isShown: true });
  return { email, caller: scenario.callerWith(token) };
};

/** No seat is left in the tenant. */
export const fill = async ({ target }: Pick<Scenario, 'target'>, { tenantId }: Pick<Tenant, 'tenantId'>) => {
  await target.tables!(tenantId).update(keys.billing(mintScope.tenant(tenantId)), [set('maxBillableUsers', 1)]);
};

/** A FREE tenant with more billable users than it may have: it paid once. */
export const aFrozenTenant = async (scenario: Pick<Scenario, 'aTenant' | 'aUser'>): Promise<Tenant> => {
  const tenant = await scenario.aTenant('FREE');
  await scenario.aUser(tenant, 'MEMBER');
  return tenant;
};

/** A FREE tenant that has all that FREE may have, and takes Viewers. */
export const aFullFreeTenant = async (scenario: Pick<Scenario, 'aTenant'>): Promise<Tenant> => {
  const tenant = await scenario.aTenant('FREE');
  await aFeature(tenant, await aProject(tenant));
  return tenant;
};

type Counts = { billableMembers: number; viewerCount: number };

/** How many users the tenant has, by what they cost. */
export const countsOf = async ({ owner }: Pick<Tenant, 'owner'>): Promise<[billable: number, viewers: number]> => {
  const { body } = await owner.get<Counts>('/api/billing/subscription-status');
  return [body.billableMembers, body.viewerCount];
};

export type Link = { id: string; token: string; acceptUrl: string; usesLeft: number; expiresAt: string };
type NewLink = { role?: string; email?: string; maxUses?: number; expiresInDays?: number; workspaceRoles?: object };

export const linksPath = '/api/manage/invitations';

/** A link of the tenant, by which two people become Members unless it says otherwise. */
export const aLink = async ({ owner }: Pick<Tenant, 'owner'>, wanted: NewLink = {}): Promise<Link> => {
  const answer = await owner.post<Link>(linksPath, { role: 'MEMBER', maxUses: 2, expiresInDays: 7, ...wanted });
  if (answer.status !== 201) throw new Error(`No link was made: ${answer.text}`);
  return answer.body;
};
