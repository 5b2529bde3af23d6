import { expect } from 'vitest';
import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { examplesOf } from '#contract/examples/index.ts';
import { permissions, type TenantRole, type WorkspaceRole } from '#contract/permissions.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { anInhabitedProject, type InhabitedProject } from '../support/inhabited-project.ts';
import { aNotebook } from '../support/notebooks.ts';
import { localPorts } from '../support/local-ports.ts';
import { type AnyBody, type Caller, openScenario, testWithActors } from '../support/scenario.ts';

/**
 * Insecure direct object references: every operation with an id in its path, with ids that exist and are not the caller's to reach.
 * Which roles may do what within their own place, the authorization matrix holds.
 */
const isFull = process.env['FULL_SIZE'] === '1';
/** Otherwise one of so many requests is sent. */
const SAMPLE = 7;

type Principal = { name: string; caller: Caller; tenantRole?: TenantRole; workspaceRole?: WorkspaceRole };
/** Ids by path parameter: `id` is filled by what the path is about. */
type Ids = Partial<Record<string, string>>;

const containers = ['workspaceId', 'projectId', 'featureId', 'notebookId'];
const namesOf = ({ path }: Endpoint): string[] => pathParameters(path);
const isPlaced = (endpoint: Endpoint): boolean => namesOf(endpoint).includes('workspaceId');
const childrenOf = (endpoint: Endpoint): string[] => namesOf(endpoint).filter((name) => !containers.includes(name));

/** What the parameter `id` of a path names. */
const kindOfId = (path: string): keyof InhabitedProject => {
  if (/\/(pats|tokens)\//.test(path)) return 'tokenId';
  return path.includes('/users/') ? 'userId' : 'featureId';
};

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const victim = await scenario.aTenant();

const principals = async (): Promise<Principal[]> => {
  const member = async (role: TenantRole, workspaceRole?: WorkspaceRole): Promise<Caller> =>
    scenario.aUser(tenant, role, workspaceRole ? { [tenant.workspaceId]: workspaceRole } : {});
  return [
    { name: 'no token', caller: scenario.nobody },
    { name: 'Owner', caller: tenant.owner, tenantRole: 'OWNER', workspaceRole: 'ADMIN' },
    { name: 'Admin', caller: await member('ADMIN'), tenantRole: 'ADMIN', workspaceRole: 'ADMIN' },
    { name: 'workspace Admin', caller: await member('MEMBER', 'ADMIN'), tenantRole: 'MEMBER', workspaceRole: 'ADMIN' },
    { name: 'Editor', caller: await member('MEMBER', 'EDITOR'), tenantRole: 'MEMBER', workspaceRole: 'EDITOR' },
    { name: 'Viewer', caller: await member('MEMBER', 'VIEWER'), tenantRole: 'MEMBER', workspaceRole: 'VIEWER' },
    { name: 'tenant Viewer', caller: await member('VIEWER', 'EDITOR'), tenantRole: 'VIEWER', workspaceRole: 'VIEWER' },
    { name: 'Member of no workspace', caller: await member('MEMBER'), tenantRole: 'MEMBER' },
  ];
};

/** From whom the ids of a request are. */
type Relation = { name: string; fits(endpoint: Endpoint): boolean; ids: Ids; isOwnPlace: boolean };

const relations = async (foreign: InhabitedProject): Promise<Relation[]> => {
  const beside = await anInhabitedProject(scenario, tenant);
  const project = await aProject(tenant);
  const own = {
    workspaceId: tenant.workspaceId,
    projectId: project.id,
    featureId: (await aFeature(tenant, project)).id,
    notebookId: (await aNotebook(tenant)).id,
  };
  const has = (name: string) => (endpoint: Endpoint) => namesOf(endpoint).includes(name);
  const hasChild = (endpoint: Endpoint) => isPlaced(endpoint) && childrenOf(endpoint).length > 0;
  // A user and a token belong to the tenant, not to the project beside.
  const hasChildOfProject = (endpoint: Endpoint) => hasChild(endpoint) && has('projectId')(endpoint);
  const { userId: _user, tokenId: _token, workspaceId: _own, ...ofBeside } = beside;
  return [
    { name: 'other tenant', fits: () => true, ids: foreign, isOwnPlace: false },
    {
      name: 'own workspace, project of the other tenant',
      fits: has('projectId'),
      ids: { ...foreign, workspaceId: own.workspaceId },
      isOwnPlace: false,
    },
    {
      name: 'own workspace, notebook of the other tenant',
      fits: has('notebookId'),
      ids: { ...foreign, workspaceId: own.workspaceId },
      isOwnPlace: false,
    },
    {
      name: 'own project, feature of the other tenant',
      fits: has('featureId'),
      ids: { ...foreign, workspaceId: own.workspaceId, projectId: own.projectId },
      isOwnPlace: false,
    },
    {
      name: 'own project, feature of the project beside',
      fits: has('featureId'),
      ids: { ...ofBeside, workspaceId: own.workspaceId, projectId: own.projectId },
      isOwnPlace: false,
    },
    { name: 'own place, child of the other tenant', fits: hasChild, ids: { ...foreign, ...own }, isOwnPlace: true },
    {
      name: 'own place, child of the project beside',
      fits: hasChildOfProject,
      ids: { ...ofBeside, ...own },
      isOwnPlace: true,
    },
  ];
};

const pathOf = (endpoint: Endpoint, ids: Ids): string => {
  const filled = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // The secret of an invitation is no id: test/access/invitations.test.ts guesses it.
    if (name === 'token') return 'no-secret';
    if (name === 'domain') return 'nobodys.example';
    const id = ids[name === 'id' ? kindOfId(endpoint.path) : name];
    if (id === undefined) throw new Error(`${endpoint.path} has a parameter that this suite does not fill: ${name}`);
    return id;
  });
  return endpoint.operationId === 'getVerifierDownload' ? `${filled}?platform=node` : filled;
};

/** Absent to everybody; who sees the place around it is refused first where the role lacks the permission. */
const expectedStatus = (endpoint: Endpoint, principal: Principal, { isOwnPlace }: Relation): number => {
  const { tenantRole, workspaceRole } = principal;
  if (tenantRole === undefined) return 401;
  const grant = permissions[endpoint.permission];
  // Nobody here has signed in.
  if (grant === 'person' || grant === 'guest') return 403;
  if (typeof grant === 'string') return 404;
  if ('tenant' in grant)
    return isPlaced(endpoint) || (grant.tenant as readonly string[]).includes(tenantRole) ? 404 : 403;
  if (!isOwnPlace || workspaceRole === undefined) return 404;
  return (grant.workspace as readonly string[]).includes(workspaceRole) ? 404 : 403;
};

/** What the victim's Owner can read of the own things, without what is signed anew at each read. */
const everythingOf = async (owner: Caller, ids: InhabitedProject): Promise<string[]> => {
  const reads = registry.filter(
    ({ method, permission, operationId }) =>
      method === 'GET' &&
      permission !== 'public' &&
      !/getResultLog|getVerifierDownload|getRunAttestation|listEvents|getLlmKey|getSso/.test(operationId),
  );
  const answers = await Promise.all(reads.map((endpoint) => owner.get(pathOf(endpoint, ids))));
  return answers.map(({ status, text }, index) => {
    const shown = text.replaceAll(/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":"…"');
    return `${reads[index]!.operationId} ${status} ${shown}`;
  });
};

type Row = { relation: string; requests: number; refused: number };

testWithActors(
  'no id of another tenant, project or feature leads anywhere, for any role, and all 404s are the same bytes',
  async () => {
    const foreign = await anInhabitedProject(scenario, victim);
    const before = await everythingOf(victim.owner, foreign);
    expect(before.filter((line) => !/^\w+ 200 /.test(line))).toEqual([]);
    const callers = await principals();
    const endpoints = registry.filter((endpoint) => namesOf(endpoint).length > 0);
    const wrong: string[] = [];
    const unseen = new Set<string>();
    const rows: Row[] = [];
    let cells = 0;
    for (const relation of await relations(foreign)) {
      const row = { relation: relation.name, requests: 0, refused: 0 };
      rows.push(row);
      for (const endpoint of endpoints.filter((each) => relation.fits(each))) {
        for (const principal of callers) {
          cells += 1;
          if (!isFull && cells % SAMPLE !== 0) continue;
          const { request } = examplesOf(endpoint);
          const path = pathOf(endpoint, relation.ids);
          const answer = await principal.caller.send<AnyBody>(endpoint.method, path, request);
          const expected = expectedStatus(endpoint, principal, relation);
          row.requests += 1;
          if (answer.status === expected) row.refused += 1;
          else
            wrong.push(
              `${endpoint.operationId}, ${principal.name}, ${relation.name}: ${answer.status}, not ${expected}`,
            );
          if (answer.status !== 404) continue;
          const { instance: _path, requestId: _id, ...rest } = answer.body;
          unseen.add(JSON.stringify(rest));
        }
      }
    }
    const refused = rows.reduce((sum, row) => sum + row.refused, 0);
    const requests = rows.reduce((sum, row) => sum + row.requests, 0);
    if (isFull) console.table(rows);
    console.log(`IDOR: ${refused} of ${requests} refused, ${unseen.size} body of a 404; ${cells} at full size`);
    expect(wrong).toEqual([]);
    expect([...unseen]).toHaveLength(1);
    expect(await everythingOf(victim.owner, foreign)).toEqual(before);
    expect(cells).toBeGreaterThanOrEqual(707);
  },
  300_000,
);
