import { randomUUID } from 'node:crypto';
import { afterAll, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { add } from '#adapters/dynamodb/expressions.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import type { Method } from '#contract/method.ts';
import type { TenantRole, WorkspaceRole } from '#contract/permissions.ts';
import type { Tier } from '#domain/access/actor.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { grantedPlan, type Plan } from '#domain/billing/plan.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { addUser } from './add-user.ts';
import { emulator } from './emulator.ts';
import { type ApiTarget, canAddActors, type ExtraPorts, type Manners, openApiTarget } from './api-target.ts';

export type Answer<T> = { status: number; headers: Record<string, string>; text: string; body: T };

/** Whatever an answer holds, for tests that look at a part of it. */
export type AnyBody = Record<string, unknown> & { code?: string; id?: string };

/** Someone who calls. */
export class Caller {
  readonly #target: ApiTarget;
  readonly token: string | null;

  constructor(target: ApiTarget, token: string | null) {
    this.#target = target;
    this.token = token;
  }

  get = <T = AnyBody>(path: string) => this.send<T>('GET', path);
  post = <T = AnyBody>(path: string, body?: unknown) => this.send<T>('POST', path, body);
  put = <T = AnyBody>(path: string, body?: unknown) => this.send<T>('PUT', path, body);
  delete = <T = AnyBody>(path: string) => this.send<T>('DELETE', path);

  async send<T = AnyBody>(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const all = {
      ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const request = { method, path, headers: all };
    const answer = await this.#target.send(text === undefined ? request : { ...request, body: text });
    const json = /[/+]json/.test(answer.headers['content-type'] ?? '')
      ? (JSON.parse(answer.body) as T)
      : (undefined as T);
    return { status: answer.status, headers: answer.headers, text: answer.body, body: json };
  }
}

export type Tenant = { tenantId: string; userId: string; workspaceId: string; owner: Caller };

/** For cases that need users of their own; skipped against a server of which we hold only one token. */
export const testWithActors = test.skipIf(!canAddActors);

/** Whether people can sign in, and jobs be set off: not against a server that is not deployed. */
export const isDeployed = process.env['API_TARGET'] === undefined || emulator !== undefined;
export const testWithDeployment = test.skipIf(!isDeployed);

/** For cases with a language model; skipped against a server that has none. */
export const testWithModel = test.skipIf(process.env['API_TARGET'] !== undefined && !process.env['LANGUAGE_MODEL']);

/** What only this process can be made to do, or be looked into; no right is held by it (`npm run grants`), since a deployment skips it. */
export const testInProcess = test.skipIf(
  process.env['API_TARGET'] !== undefined || process.env['GRANTS_FOLDER'] !== undefined,
);

/** Opens the service for one test file and closes it after its last test. */
export const openScenario = async (extraPorts?: ExtraPorts, manners?: Manners) => {
  const target = await openApiTarget(extraPorts, manners);
  afterAll(() => target.close());
  const tablesOrThrow = (): Tables => {
    if (!target.tables) throw new Error('This case needs users of its own: use testWithActors, or set TABLE_NAME.');
    return target.tables;
  };
  const aTenant = (tier: Tier = 'TEAM') =>
    target.tables ? newTenant(target, target.tables, tier, manners?.runtime) : givenTenant(target);
  return {
    target,
    nobody: new Caller(target, null),
    callerWith: (token: string) => new Caller(target, token),
    /** A tenant with its Owner and one workspace; the given one where tests may not make tenants. */
    aTenant,
    aUser: (tenant: Tenant, role: TenantRole, workspaces: Record<string, WorkspaceRole> = {}) =>
      aUser(target, tablesOrThrow(), tenant, role, workspaces),
    /** A tenant Member who edits in the tenant's workspace. */
    anEditor: (tenant: Tenant) => aUser(target, tablesOrThrow(), tenant, 'MEMBER', { [tenant.workspaceId]: 'EDITOR' }),
    /** A tenant Member with a Viewer's role in the tenant's workspace. */
    aViewer: (tenant: Tenant) => aUser(target, tablesOrThrow(), tenant, 'MEMBER', { [tenant.workspaceId]: 'VIEWER' }),
    /** A tenant Member without any workspace. */
    anOutsider: (tenant: Tenant) => aUser(target, tablesOrThrow(), tenant, 'MEMBER', {}),
    aWorkspace: (tenant: Tenant, name: string) => aWorkspace(tablesOrThrow(), tenant, name),
    /** From then on the tenant has the tier, with what else is said of its plan. */
    grantTier: (tenantId: string, tier: Tier, more: Partial<Plan> = {}) =>
      grantTier(tablesOrThrow(), tenantId, tier, more),
  };
};

export type Scenario = Awaited<ReturnType<typeof openScenario>>;

const newTenant = async (
  target: ApiTarget,
  tables: Tables,
  tier: Tier,
  runtime: Runtime = systemRuntime,
): Promise<Tenant> => {
  const first = { tier, email: `owner-${randomUUID()}@example.test`, workspaceName: 'First workspace' };
  const { token, ...ids } = await createTenant(first, new TenantRepository(tables), runtime);
  return { ...ids, owner: new Caller(target, token) };
};

const givenTenant = async (target: ApiTarget): Promise<Tenant> => {
  const token = process.env['API_TOKEN'];
  if (!token) throw new Error('Set API_TOKEN to a tenant token of the server that API_TARGET names.');
  const owner = new Caller(target, token);
  type Me = { tenantId: string; userId: string; workspaces: { workspaceId: string }[] };
  const { body: me } = await owner.get<Me>('/api/v1/me');
  return { tenantId: me.tenantId, userId: me.userId, workspaceId: me.workspaces[0]!.workspaceId, owner };
};

const aUser = async (
  target: ApiTarget,
  tables: Tables,
  tenant: Tenant,
  role: TenantRole,
  workspaces: Record<string, WorkspaceRole>,
): Promise<Caller & { userId: string }> => {
  const { token, userId } = await addUser(tables, tenant, role, workspaces);
  return Object.assign(new Caller(target, token), { userId });
};

const aWorkspace = async (tables: Tables, { tenantId }: Tenant, name: string): Promise<string> => {
  const id = systemRuntime.newId();
  const scope = mintScope.tenant(tenantId);
  await tables(tenantId).transact([
    { put: { ...keys.workspace(scope, id), id, name, tenantId, version: 1 } },
    { update: keys.billing(scope), changes: [add('workspaceCount', 1)] },
  ]);
  return id;
};

const grantTier = async (tables: Tables, tenantId: string, tier: Tier, more: Partial<Plan>): Promise<void> => {
  const [plans, scope] = [new PlanRepository(tables), mintScope.tenant(tenantId)];
  const { plan } = await plans.get(scope);
  const granted = { ...grantedPlan(tier), ...more, version: plan.version };
  const change = { plan: granted, nextCheckAt: null, clearsCap: tier === 'FREE' || tier === 'PRO', entries: [] };
  if ((await plans.apply(scope, change)) !== 'DONE') throw new Error('The plan was changed meanwhile.');
};
