import { expect, test } from 'vitest';
import { deleteProject } from '#domain/projects/delete-project.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../../support/record-ports.ts';

const { ports, newFeature } = await openRecords();

/** A workflow that is done before whoever started it goes on. */
const swift: WorkflowStarter = {
  start: async (_scope, _name, input) => {
    const { version } = input as { version?: string };
    await ports['projects:purge'].purge(input as never, 1000, version === undefined ? undefined : [Number(version)]);
  },
};

test.each([undefined, [1]])(
  'a project that the workflow removed first is deleted all the same, If-Match %s',
  async (ifMatch) => {
    const scope = await newFeature();
    const given = { scope, ifMatch } as unknown as Parameters<typeof deleteProject>[0];
    const deleted = deleteProject(given, { ...ports, 'deletions:start': swift }, systemRuntime);
    await expect(deleted).resolves.toEqual({ body: undefined });
    expect(await ports['projects:read'].find(scope)).toBeUndefined();
  },
);
