import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { keepsAnswers } from '#contract/permissions.ts';
import { registry } from '#contract/endpoints/index.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { domainsPath, portsWithDns, verifiedDomain, verifyPath } from '../support/domains.ts';
import { buy, openBilling } from '../support/billing.ts';
import { invite } from '../support/join.ts';
import { openRoad, publish } from '../support/road.ts';
import { type Caller, testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const dns = await openDnsServer();
const { scenario, tenant, project, aFeature } = await openRoad(undefined, portsWithDns(dns));
const { owner } = tenant;
const feature = await aFeature();
await publish(tenant, feature.path);
const results = await runWidgets();
const invited = await invite(tenant, { email: `${tenant.tenantId}@example.test`, role: 'VIEWER' });
const { domain } = await verifiedDomain(tenant, dns);
const notebooks = `/api/v1/workspaces/${tenant.workspaceId}/notebooks`;
const pagesPath = `${notebooks}/${(await owner.post(notebooks, { name: 'A notebook' })).body.id}/pages`;
/** A planned journey for each turn: a waiver replaces the one before it. */
const journeys = results.journeys.map(({ id }) => id);
const turns: string[] = [];
const journeyOf = (turn: string): string => {
  if (!turns.includes(turn)) turns.push(turn);
  return journeys[turns.indexOf(turn) % journeys.length]!;
};

/** Each POST of the interface: where it goes, what it says, and what says something else; `list` shows how many there are. */
type Case = {
  path: string;
  body: (turn: string) => object;
  list: string;
  isNotListed?: true;
  /** Who asks where that is not the Owner of everything else. */
  by?: Caller;
};
const cases: Record<string, Case> = {
  createPat: { path: '/api/v1/pats', body: (turn) => ({ name: `Token ${turn}` }), list: '/api/v1/pats' },
  createWorkspace: {
    path: '/api/manage/workspaces',
    body: (turn) => ({ name: `Workspace ${turn}` }),
    list: '/api/manage/workspaces',
  },
  createNotebook: {
    path: `/api/v1/workspaces/${tenant.workspaceId}/notebooks`,
    body: (turn) => ({ name: `Notebook ${turn}` }),
    list: `/api/v1/workspaces/${tenant.workspaceId}/notebooks`,
  },
  createPage: {
    path: pagesPath,
    body: (turn) => ({ title: turn, content: `# ${turn}` }),
    list: pagesPath,
  },
  completeText: {
    path: `/api/v1/workspaces/${tenant.workspaceId}/completions`,
    body: (turn) => ({ before: `It goes on ${turn}. It goes ` }),
    list: '/api/manage/users',
    isNotListed: true,
  },
  createDraft: {
    path: `${feature.path}/drafts`,
    body: (turn) => ({ kind: 'JOURNEY', title: `Widgets ${turn}` }),
    list: '/api/manage/users',
    isNotListed: true,
  },
  chat: {
    path: `${feature.path}/chat`,
    body: (turn) => ({ question: `What failed ${turn}?` }),
    list: '/api/manage/users',
    isNotListed: true,
  },
  sweepWorkbook: {
    path: `${feature.path}/workbook/sweep`,
    body: (turn) => ({ note: turn }),
    list: '/api/manage/users',
    isNotListed: true,
  },
  createProject: {
    path: `/api/v1/workspaces/${tenant.workspaceId}/projects`,
    body: (turn) => ({ name: `Project ${turn}` }),
    list: `/api/v1/workspaces/${tenant.workspaceId}/projects`,
  },
  createPersona: {
    path: `${project.path}/test-personas`,
    body: (turn) => ({ name: `P ${turn}`, description: 'Reads', authType: 'NONE', scope: 'PROJECT' }),
    list: `${project.path}/test-personas`,
  },
  createFeature: {
    path: `${project.path}/features`,
    body: (turn) => ({ name: `Feature ${turn}` }),
    list: `${project.path}/features`,
  },
  createDocument: {
    path: `${feature.path}/documents`,
    // More than one item of the table holds, whatever compression does to it.
    body: (turn) => ({ name: turn, type: 'PRD', content: noise(900_000) }),
    list: `${feature.path}/documents`,
  },
  inviteUser: {
    path: '/api/manage/users',
    body: (turn) => ({ email: `${turn}@example.test`, role: 'VIEWER' }),
    list: '/api/manage/users',
  },
  renewInvitation: {
    path: `/api/manage/users/${invited.id}/invitation`,
    body: (turn) => ({ note: turn }),
    list: '/api/manage/users',
    isNotListed: true,
  },
  createInvitationLink: {
    path: '/api/manage/invitations',
    body: (turn) => ({ role: 'VIEWER', maxUses: 1, expiresInDays: 1, email: `${turn}@example.test` }),
    list: '/api/manage/invitations',
  },
  addDomain: {
    path: domainsPath,
    body: (turn) => ({ domain: `${turn}.example`, autoJoin: false, defaultRole: 'VIEWER' }),
    list: domainsPath,
  },
  verifyDomain: { path: verifyPath(domain), body: (turn) => ({ note: turn }), list: domainsPath, isNotListed: true },
  generateValidationCases: {
    path: `${project.path}/validation-cases/generate`,
    body: (turn) => (turn.startsWith('other') ? { featureId: feature.id, note: turn } : { featureId: feature.id }),
    list: `${project.path}/validation-cases`,
    isNotListed: true,
  },
  retryBuild: {
    path: `${feature.path}/builds`,
    body: (turn) => ({ force: true, note: turn }),
    list: `${feature.path}/builds`,
  },
  waiveCoverage: {
    path: `${feature.path}/coverage/waivers`,
    body: (turn) => ({ journeyId: journeyOf(turn), reason: turn }),
    list: `${feature.path}/coverage/waivers`,
  },
  createWebhook: {
    path: `${project.path}/webhooks`,
    body: (turn) => ({ url: `https://hooks.example.com/${turn}` }),
    list: `${project.path}/webhooks`,
  },
  releasePersonaCredentials: {
    path: `${feature.path}/persona-credentials`,
    body: () => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return { publicKey: publicKey.export({ format: 'jwk' }) };
    },
    list: `${project.path}/test-personas`,
    isNotListed: true,
  },
  createUpload: {
    path: `${feature.path}/uploads`,
    body: (turn) => ({
      kind: 'RUN',
      sizeBytes: 9,
      sha256: turn
        .replaceAll(/[^\da-f]/g, '')
        .padEnd(64, '0')
        .slice(0, 64),
    }),
    list: `${project.path}/test-runs`,
    isNotListed: true,
  },
  recordRun: {
    path: `${feature.path}/verifier-runs`,
    body: (turn) => ({ results, branch: turn }),
    list: `${project.path}/test-runs`,
  },
};

const paymentCases = async (): Promise<Record<string, Case>> => {
  const billing = await openBilling();
  const [free, customer] = [await billing.scenario.aTenant('FREE'), await billing.scenario.aTenant('FREE')];
  await buy(billing, customer, 'TEAM');
  const [freePreview, teamPreview] = [await billing.preview(free, 'TEAM'), await billing.preview(customer, 'TEAM')];
  return {
    previewTierChange: {
      path: '/api/billing/preview',
      body: (turn) => ({ tier: turn.startsWith('other') ? 'PRO' : 'TEAM', note: turn }),
      list: '/api/manage/users',
      isNotListed: true,
    },
    changeTier: {
      path: '/api/billing/change-tier',
      body: (turn) => ({ tier: 'TEAM', previewHash: teamPreview, note: turn }),
      list: '/api/manage/users',
      isNotListed: true,
      by: customer.owner,
    },
    openPortal: {
      path: '/api/billing/portal',
      body: (turn) => ({ note: turn }),
      list: '/api/manage/users',
      isNotListed: true,
      by: customer.owner,
    },
    openCheckout: {
      path: '/api/billing/checkout',
      body: (turn) => ({ tier: 'TEAM', previewHash: freePreview, note: turn }),
      list: '/api/manage/users',
      isNotListed: true,
      by: free.owner,
    },
  };
};
Object.assign(cases, await paymentCases());

function noise(characters: number): string {
  let text = '';
  while (text.length < characters) text += randomUUID();
  return text.slice(0, characters);
}

const total = async (path: string): Promise<number> => {
  const { body } = await owner.get<{ totalElements: number }>(path);
  return body.totalElements;
};

test('every POST that keeps its answer is in this table', () => {
  const posts = registry.filter(({ method, permission }) => keepsAnswers(method, permission));
  expect(posts.map(({ operationId }: Endpoint) => operationId).toSorted()).toEqual(Object.keys(cases).toSorted());
});

describe.each(Object.entries(cases))('%s', (_operationId, { path, body, list, isNotListed, by = owner }) => {
  const once = (sent: object, key: string) => by.send('POST', path, sent, { 'idempotency-key': key });

  test('the same request again has the same answer, to the byte, and happens once', async () => {
    const [key, sent] = [randomUUID(), body(randomUUID())];
    const before = await total(list);
    const first = await once(sent, key);
    expect(first.status, first.text).toBeLessThan(300);
    const after = await total(list);
    const again = await once(sent, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    for (const name of ['location', 'etag', 'retry-after']) expect(again.headers[name]).toBe(first.headers[name]);
    expect(await total(list)).toBe(after);
    if (!isNotListed) expect(after).toBe(before + 1);
  });

  test('sent many times at once, it happens once', async () => {
    const [key, sent] = [randomUUID(), body(randomUUID())];
    const before = await total(list);
    const answers = await Promise.all(Array.from({ length: 8 }, () => once(sent, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBeLessThan(300);
    if (!isNotListed) expect(await total(list)).toBe(before + 1);
  });

  test('422 IDEMPOTENCY_KEY_REUSED: another request under the same key is refused and does nothing', async () => {
    const key = randomUUID();
    await once(body(randomUUID()), key);
    const before = await total(list);
    const refused = await once(body(`other-${randomUUID()}`), key);
    expect([refused.status, refused.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await total(list)).toBe(before);
  });

  test('400: a blank or endless key', async () => {
    for (const key of [' ', 'k'.repeat(256)]) {
      const refused = await once(body(randomUUID()), key);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PARAMETER']);
      expect(refused.body['errors']).toEqual([expect.objectContaining({ in: 'header', name: 'Idempotency-Key' })]);
    }
  });
});

test('what was refused is not kept: the same key may try again', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const personas = `${project.path}/test-personas`;
  const sent = { name: 'Taken', description: 'Reads', authType: 'NONE', scope: 'PROJECT' };
  const { body } = await owner.post(personas, sent);
  expect((await owner.send('POST', personas, sent, key)).status).toBe(409);
  await owner.delete(`${personas}/${body.id}`);
  expect((await owner.send('POST', personas, sent, key)).status).toBe(201);
});

test('a key is of one caller and one route: elsewhere it is a new one', async () => {
  const [key, sent] = [{ 'idempotency-key': randomUUID() }, { name: 'One' }];
  const other = await aFeature();
  const paths = [`${project.path}/features`, `/api/v1/workspaces/${tenant.workspaceId}/projects`];
  const answers = await Promise.all(paths.map((path) => owner.send('POST', path, sent, key)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const document = { name: 'One', type: 'PRD', content: '# One' };
  for (const { path } of [feature, other])
    expect((await owner.send('POST', `${path}/documents`, document, key)).headers['idempotency-replayed']).toBe(
      undefined,
    );
});

testWithActors('another user’s same key is another key', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const editor = await scenario.anEditor(tenant);
  const path = `${project.path}/features`;
  const mine = await owner.send('POST', path, { name: 'One' }, key);
  const theirs = await editor.send('POST', path, { name: 'Two' }, key);
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

testWithActors(
  'a kept answer that holds a secret opens to its own token alone, and nothing at rest shows it',
  async () => {
    const key = { 'idempotency-key': randomUUID() };
    const given = await owner.post<{ token: string }>('/api/v1/pats', { name: 'Another token of the same user' });
    const other = scenario.callerWith(given.body.token);
    const first = await owner.send<{ token: string }>('POST', '/api/v1/pats', { name: 'Kept' }, key);
    const again = await owner.send<{ token: string }>('POST', '/api/v1/pats', { name: 'Kept' }, key);
    expect(again.body.token).toBe(first.body.token);
    const refused = await other.send('POST', '/api/v1/pats', { name: 'Kept' }, key);
    expect([refused.status, refused.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(refused.text).not.toContain(first.body.token);
    const { items } = await scenario.target.tables!(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#IDEM` });
    expect(items.length).toBeGreaterThan(0);
    const secret = first.body.token.slice(4, 30);
    for (const { content } of items) expect(Buffer.from(content as Uint8Array).includes(secret)).toBe(false);
  },
);
