import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { permissions, type TenantRole, type WorkspaceRole } from '#contract/permissions.ts';
import { createToken } from '#domain/access/token-format.ts';
import { openIssuer } from '../support/issuer.ts';
import { absentId } from '../support/addresses.ts';
import { join } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { Caller, openScenario, type Tenant, testWithActors } from '../support/scenario.ts';

const issuer = await openIssuer();
const scenario = await openScenario(localPorts(), { signIn: new OidcTokens(issuer) });

/** Where a request goes: its containers, by the name of the path parameter. */
type Place = { workspaceId: string; projectId: string; featureId: string; notebookId: string };

const aPlace = async (tenant: Tenant, workspaceId: string): Promise<Place> => {
  const projects = `/api/v1/workspaces/${workspaceId}/projects`;
  const { body: project } = await tenant.owner.post(projects, { name: 'A project' });
  const { body: feature } = await tenant.owner.post(`${projects}/${project.id}/features`, { name: 'A feature' });
  const { body: notebook } = await tenant.owner.post(`/api/v1/workspaces/${workspaceId}/notebooks`, { name: 'Notes' });
  return { workspaceId, projectId: project.id!, featureId: feature.id!, notebookId: notebook.id! };
};

/** A tenant with two workspaces, something in each. */
const aWorld = async (tier: 'TEAM' | 'PRO') => {
  const tenant = await scenario.aTenant(tier);
  const other = await scenario.aWorkspace(tenant, 'Other');
  return { tenant, own: await aPlace(tenant, tenant.workspaceId), other: await aPlace(tenant, other) };
};

type World = Awaited<ReturnType<typeof aWorld>>;

/** Who calls. The roles are what the decision record says of them, not what the service derives. */
type Principal = {
  name: string;
  caller: Caller;
  world: World;
  /** null: proves nobody. */
  tenantRole: TenantRole | null;
  /** The role in the own workspace, and in the other one; undefined where it is not to be seen. */
  own: WorkspaceRole | undefined;
  other: WorkspaceRole | undefined;
  /** The token is for the own workspace alone. */
  isNarrow?: true;
  /** Signed in: calls without a token of ours. */
  isPerson?: true;
};

/** An invited user who has signed in and joined. */
const signedIn = async ({ tenant }: World, role: TenantRole, own?: WorkspaceRole, claims = {}): Promise<Caller> => {
  const subject = randomUUID();
  const email = `${subject}@example.test`;
  const workspaceRoles = own ? { [tenant.workspaceId]: own } : {};
  const person = scenario.callerWith(await issuer.token({ subject, email }));
  await join(tenant, person, { email, role, workspaceRoles });
  return scenario.callerWith(await issuer.token({ subject, email }, claims));
};

const principals = async (): Promise<Principal[]> => {
  const [world, pro] = [await aWorld('TEAM'), await aWorld('PRO')];
  const { tenant } = world;
  const nobody = { world, tenantRole: null, own: undefined, other: undefined };
  const token = async (owner: Caller, body: object) =>
    (await owner.post<{ id: string; token: string }>('/api/v1/pats', body)).body;
  const revoked = await token(tenant.owner, { name: 'Revoked' });
  await tenant.owner.delete(`/api/v1/pats/${revoked.id}`);
  const narrow = await token(tenant.owner, { name: 'Narrow', scope: 'WORKSPACE', workspaceId: tenant.workspaceId });
  const user = async (of: World, role: TenantRole, workspaceRole?: WorkspaceRole) =>
    scenario.aUser(of.tenant, role, workspaceRole ? { [of.tenant.workspaceId]: workspaceRole } : {});
  const member = async (own: WorkspaceRole | undefined): Promise<Principal> => ({
    name: `Member, workspace ${own ?? 'none'}`,
    caller: await user(world, 'MEMBER', own),
    world,
    tenantRole: 'MEMBER',
    own,
    other: undefined,
  });
  /** Whoever is not the Owner acts as a Viewer, wherever their stored roles let them see. */
  const facaded = async (
    name: string,
    role: TenantRole,
    workspaceRole: WorkspaceRole | undefined,
    other: WorkspaceRole | undefined = undefined,
  ): Promise<Principal> => ({
    name,
    caller: await user(pro, role, workspaceRole),
    world: pro,
    tenantRole: 'VIEWER',
    own: 'VIEWER',
    other,
  });
  // They joined before the tenant fell to PRO, which has one billable user.
  await scenario.grantTier(pro.tenant.tenantId, 'TEAM');
  const facadedPerson = await signedIn(pro, 'MEMBER', 'ADMIN');
  await scenario.grantTier(pro.tenant.tenantId, 'PRO');
  return [
    { name: 'no token', caller: scenario.nobody, ...nobody },
    { name: 'sign-in past its time', caller: await signedIn(world, 'ADMIN', undefined, { exp: 1 }), ...nobody },
    {
      name: 'signed in: Member, workspace EDITOR',
      caller: await signedIn(world, 'MEMBER', 'EDITOR'),
      world,
      tenantRole: 'MEMBER',
      own: 'EDITOR',
      other: undefined,
      isPerson: true,
    },
    { name: 'malformed token', caller: scenario.callerWith('dzy_nothing'), ...nobody },
    { name: 'unknown token', caller: scenario.callerWith(createToken()), ...nobody },
    { name: 'revoked token', caller: scenario.callerWith(revoked.token), ...nobody },
    { name: 'Owner', caller: tenant.owner, world, tenantRole: 'OWNER', own: 'ADMIN', other: 'ADMIN' },
    { name: 'Admin', caller: await user(world, 'ADMIN'), world, tenantRole: 'ADMIN', own: 'ADMIN', other: 'ADMIN' },
    await member('ADMIN'),
    await member('EDITOR'),
    await member('VIEWER'),
    await member(undefined),
    {
      name: 'tenant Viewer with an Editor’s membership',
      caller: await user(world, 'VIEWER', 'EDITOR'),
      world,
      tenantRole: 'VIEWER',
      own: 'VIEWER',
      other: undefined,
    },
    { name: 'Pro: Owner', caller: pro.tenant.owner, world: pro, tenantRole: 'OWNER', own: 'ADMIN', other: 'ADMIN' },
    await facaded('Pro: Admin', 'ADMIN', undefined, 'VIEWER'),
    await facaded('Pro: Member, workspace ADMIN', 'MEMBER', 'ADMIN'),
    await facaded('Pro: Member, workspace EDITOR', 'MEMBER', 'EDITOR'),
    await facaded('Pro: Member, workspace VIEWER', 'MEMBER', 'VIEWER'),
    await facaded('Pro: tenant Viewer with an Admin’s membership', 'VIEWER', 'ADMIN'),
    {
      ...(await facaded('Pro: signed in, Member, workspace ADMIN', 'MEMBER', 'ADMIN')),
      caller: facadedPerson,
      isPerson: true,
    },
    {
      name: 'workspace token of the Owner',
      caller: scenario.callerWith(narrow.token),
      world,
      tenantRole: 'OWNER',
      own: 'ADMIN',
      other: undefined,
      isNarrow: true,
    },
  ];
};

const containers = ['workspaceId', 'projectId', 'featureId', 'notebookId'] as const;
const namesOf = ({ path }: Endpoint): string[] => pathParameters(path);

/** How the place of a request relates to the caller. */
const relations = {
  own: ({ own }: World) => own,
  'other workspace': ({ other }: World) => other,
  'other tenant': (_world: World, foreign: World) => foreign.own,
  'wrong nesting': ({ own, other }: World) => ({ ...other, workspaceId: own.workspaceId }),
  absent: ({ own }: World, _foreign: World, endpoint: Endpoint) => {
    const innermost = containers.findLast((name) => namesOf(endpoint).includes(name))!;
    return { ...own, [innermost]: absentId };
  },
} satisfies Record<string, (world: World, foreign: World, endpoint: Endpoint) => Place>;
type Relation = keyof typeof relations;

/** Queries without which a request is refused before anybody is placed. */
const queries: Record<string, string> = { getVerifierDownload: '?platform=node' };

/** What nothing is, where that is no id. */
const absentLeaves: Record<string, string> = { domain: 'nobodys.example' };

/** What somebody who may is answered where it is not the endpoint's success: nothing is published, and leaves are absent. */
const allowedStatus = (endpoint: Endpoint): number => {
  const { operationId, request, success } = endpoint;
  // Bodies are a list, which none of them is.
  if (request.body !== undefined) return 400;
  // None is set.
  if (/^(get|delete)(LlmKey|Sso)$/.test(operationId)) return 404;
  // It has a project.
  if (operationId === 'deleteWorkspace') return 409;
  if (operationId === 'getVerifierDownload' || operationId === 'getFeatureSpec') return 409;
  const leaves = namesOf(endpoint).filter((name) => !containers.some((container) => container === name));
  return leaves.length > 0 ? 404 : success.status;
};

const isVisible = (principal: Principal, relation: Relation): boolean => {
  if (relation === 'own') return principal.own !== undefined;
  return relation === 'other workspace' && principal.other !== undefined;
};

const mayDo = ({ permission }: Endpoint, principal: Principal, relation: Relation): boolean => {
  const grant = permissions[permission];
  if (grant === 'public' || grant === 'self') return true;
  if (grant === 'person' || grant === 'guest') return principal.isPerson === true;
  const role = relation === 'own' ? principal.own : principal.other;
  if ('workspace' in grant) return role !== undefined && (grant.workspace as readonly string[]).includes(role);
  return principal.isNarrow !== true && (grant.tenant as readonly string[]).includes(principal.tenantRole ?? '');
};

const expectedStatus = (endpoint: Endpoint, principal: Principal, relation: Relation): number => {
  if (endpoint.permission === 'public') return allowedStatus(endpoint);
  if (principal.tenantRole === null) return 401;
  const isPlaced = namesOf(endpoint).includes('workspaceId');
  if (isPlaced && !isVisible(principal, relation)) return 404;
  const needsTeam = endpoint.permission === 'audit:read' && principal.name.startsWith('Pro:');
  return mayDo(endpoint, principal, relation) && !needsTeam ? allowedStatus(endpoint) : 403;
};

const pathOf = (endpoint: Endpoint, place: Place): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    containers.some((container) => container === name) ? place[name as keyof Place] : (absentLeaves[name] ?? absentId),
  ) + (queries[endpoint.operationId] ?? '');

/** What is deleted by who may is made for the occasion. */
const victim = async (endpoint: Endpoint, { tenant }: World, place: Place): Promise<Place> => {
  if (/^delete(Project|Notebook)$/.test(endpoint.operationId)) return aPlace(tenant, place.workspaceId);
  const features = `/api/v1/workspaces/${place.workspaceId}/projects/${place.projectId}/features`;
  const { body } = await tenant.owner.post(features, { name: 'A feature' });
  return { ...place, featureId: body.id! };
};

const relationsOf = (endpoint: Endpoint): Relation[] => {
  const all = Object.keys(relations) as Relation[];
  const names = namesOf(endpoint);
  if (!names.includes('workspaceId')) return ['own'];
  return all.filter(
    (relation) => relation !== 'wrong nesting' || names.includes('projectId') || names.includes('notebookId'),
  );
};

testWithActors(
  'every endpoint × principal × relation answers as the permission table says, and all 404s are the same bytes',
  async () => {
    const callers = await principals();
    const foreign = await aWorld('TEAM');
    const wrong: string[] = [];
    const unseen = new Set<string>();
    let cells = 0;
    for (const endpoint of registry) {
      for (const relation of relationsOf(endpoint)) {
        for (const principal of callers) {
          const expected = expectedStatus(endpoint, principal, relation);
          const at = relations[relation](principal.world, foreign, endpoint);
          const isGone = /^delete(Project|Feature|Notebook)$/.test(endpoint.operationId) && expected === 204;
          const place = isGone ? await victim(endpoint, principal.world, at) : at;
          const body = endpoint.request.body === undefined ? undefined : [];
          // Whoever leaves is gone: somebody else does it.
          const isLeaving = endpoint.operationId === 'leaveTenant' && expected === 204;
          const caller = isLeaving ? await signedIn(principal.world, 'VIEWER') : principal.caller;
          const answer = await caller.send(endpoint.method, pathOf(endpoint, place), body);
          cells += 1;
          if (answer.status !== expected)
            wrong.push(
              `${endpoint.operationId}, ${principal.name}, ${relation}: ${answer.status}, expected ${expected}`,
            );
          if (answer.status === 404) {
            const { instance: _path, requestId: _id, ...rest } = answer.body;
            unseen.add(JSON.stringify(rest));
          }
        }
      }
    }
    console.log(`authorization matrix: ${cells} cells`);
    expect(wrong).toEqual([]);
    expect([...unseen]).toHaveLength(1);
    expect(cells).toBeGreaterThanOrEqual(1500);
  },
  300_000,
);

test('a planted hole would show: a role that holds too much is another status than the table says', () => {
  const [endpoint] = registry.filter(({ operationId }) => operationId === 'createProject');
  const world = {} as World;
  const caller = new Caller(scenario.target, randomUUID());
  const viewer: Principal = { name: 'v', caller, world, tenantRole: 'MEMBER', own: 'VIEWER', other: undefined };
  expect(expectedStatus(endpoint!, viewer, 'own')).toBe(403);
  expect(expectedStatus(endpoint!, { ...viewer, own: 'EDITOR' }, 'own')).toBe(400);
  expect(expectedStatus(endpoint!, viewer, 'other workspace')).toBe(404);
});
