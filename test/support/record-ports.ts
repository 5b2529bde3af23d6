import { afterAll } from 'vitest';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { mintScope, type FeatureScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openTable } from '../../local/table/open-table.ts';
import { enforceTableRights } from './enforce-table-rights.ts';

/** The repositories on an engine of the test file's own, and a way to get features. */
export const openRecords = async () => {
  const table = await openTable();
  enforceTableRights(table.client);
  afterAll(() => table.close());
  const tables = connectTable(table);
  const ports = tablePorts(tables);
  const newFeature = async (tenantId = systemRuntime.newId()): Promise<FeatureScope> => {
    const workspace = mintScope.workspace(mintScope.tenant(tenantId), systemRuntime.newId());
    const now = systemRuntime.now().toISOString();
    const projectId = systemRuntime.newId();
    const project = mintScope.project(workspace, projectId);
    const { workspaceId } = workspace;
    await ports['workspaces:write'].create(
      workspace,
      { id: workspaceId, name: 'A workspace', tenantId, version: 1 },
      null,
      {},
    );
    await ports['projects:write'].create(
      workspace,
      {
        id: projectId,
        name: 'A project',
        description: null,
        status: 'ACTIVE',
        workspaceId,
        version: 1,
      },
      null,
      {},
    );
    const featureId = systemRuntime.newId();
    const none = { description: null, status: 'DRAFT', specHash: null, currentBuildId: null } as const;
    await ports['features:place'].create(
      project,
      {
        id: featureId,
        name: 'A feature',
        ...none,
        createdAt: now,
        updatedAt: now,
        version: 1,
      },
      null,
      {},
    );
    return mintScope.feature(project, featureId);
  };
  return { tables, ports, newFeature };
};
