import type { TenantScope } from '#domain/access/scope.ts';

/** State machines by the name of their file in `statemachines/`. */
export type WorkflowName = 'build-verifier';

export interface WorkflowStarter {
  /**
   * Starts an execution and returns once it is accepted. `executionName` makes it idempotent: a second start under a name already used
   * changes nothing. The input holds ids only.
   */
  start(
    scope: TenantScope,
    workflow: WorkflowName,
    executionName: string,
    input: Record<string, string>,
  ): Promise<void>;
}
