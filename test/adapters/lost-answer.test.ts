import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openTable } from '../../local/table/open-table.ts';

/** While it is on, the answer to every write is lost behind the write, and the same request sent again, as the SDK does. */
let isLossy = false;
let lost = 0;
const loseAnswers = (client: DynamoDBClient): void =>
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (call) => {
        const output = await next(call);
        if (!isLossy || /Get|Query/.test(commandName)) return output;
        lost += 1;
        return next(call);
      },
    { step: 'finalizeRequest', priority: 'low', name: 'loseAnswers' },
  );

const table = await openTable();
loseAnswers(table.client);
afterAll(() => table.close());
const tables = connectTable(table);
const ports = tablePorts(tables);
const { tenantId, workspaceId, userId } = await createTenant(
  { tier: 'TEAM', email: 'owner@example.test', workspaceName: 'Shop' },
  new TenantRepository(tables),
  systemRuntime,
);
const workspace = mintScope.workspace(mintScope.tenant(tenantId), workspaceId);
const newId = () => systemRuntime.newId();
const project = mintScope.project(workspace, newId());
const feature = mintScope.feature(project, newId());
const at = systemRuntime.now().toISOString();
const named = { name: 'Name', description: null, version: 1 };
await ports['projects:write'].create(
  workspace,
  { ...named, id: project.projectId, status: 'ACTIVE', workspaceId },
  null,
  {},
);
await ports['features:place'].create(
  project,
  {
    ...named,
    id: feature.featureId,
    status: 'DRAFT',
    specHash: null,
    currentBuildId: null,
    createdAt: at,
    updatedAt: at,
  },
  null,
  {},
);

beforeEach(() => {
  isLossy = true;
  lost = 0;
});
afterEach(() => {
  isLossy = false;
});

test('an update at a version is done once, and is no conflict with itself', async () => {
  const before = (await ports['projects:read'].find(project))!.version;
  const updated = await ports['projects:write'].update(project, { name: 'Newer' }, [before]);
  expect(updated).toMatchObject({ name: 'Newer', version: before + 1 });
  expect(await ports['projects:read'].find(project)).toEqual(updated);
  expect(lost).toBe(1);
});

test('an update without a version moves it once', async () => {
  const before = (await ports['features:read'].find(feature))!.version;
  const updated = await ports['features:write'].update(feature, { name: 'Newer', updatedAt: at });
  expect(updated).toMatchObject({ name: 'Newer', version: before + 1 });
  expect(await ports['features:read'].find(feature)).toEqual(updated);
});

test('an update at another version is refused all the same', async () => {
  expect(await ports['projects:write'].update(project, { name: 'Other' }, [99])).toBe('CHANGED');
  expect(lost).toBe(0);
});

test('a membership is set and removed, once', async () => {
  expect(await ports['users:write'].setMember(workspace, userId, 'VIEWER', {})).toBe(true);
  expect(await ports['users:write'].removeMember(workspace, userId, {})).toBe(true);
  isLossy = false;
  expect(await ports['users:write'].removeMember(workspace, userId, {})).toBe(false);
});

test('a generation that has just ended has not ended before', async () => {
  const workflowId = newId();
  const generation = {
    workflowId,
    featureId: feature.featureId,
    status: 'RUNNING' as const,
    message: '',
    phase: 'LOADING' as const,
    totalSkeletons: 0,
    enriched: {},
    tokens: {},
    persisted: {},
    startedAt: at,
  };
  expect(await ports['cases:write'].startGeneration(feature, generation, undefined, {})).toBe(true);
  const ended = { status: 'FAILED', message: 'Broken.' } as const;
  expect(await ports['cases:write'].advance(project, workflowId, ended)).toBe(true);
  isLossy = false;
  expect(await ports['cases:write'].advance(project, workflowId, ended)).toBe(false);
});

test('a document is made and deleted, once', async () => {
  const document = {
    id: newId(),
    featureId: feature.featureId,
    name: 'Refunds',
    type: 'PRD' as const,
    status: 'DRAFT' as const,
    createdAt: at,
    updatedAt: at,
    version: 1,
    contentHash: 'a'.repeat(64),
    sizeBytes: 1,
  };
  expect(await ports['documents:write'].create(feature, document as never, {})).toBe(true);
  expect(await ports['documents:write'].delete(feature, document.id)).toBe('DONE');
  isLossy = false;
  expect(await ports['documents:write'].delete(feature, document.id)).toBe('GONE');
});

test('the last feature and project are deleted, once', async () => {
  expect(await ports['features:place'].delete(feature, undefined, {})).toBe('DONE');
  expect(await ports['projects:write'].delete(project, new Date(), undefined, {})).toBe('DONE');
});
