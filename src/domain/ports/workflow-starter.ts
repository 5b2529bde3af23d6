import type { TenantScope } from '#domain/access/scope.ts';

/** Starts executions of one state machine. */
export interface WorkflowStarter {
  /**
   * Starts an execution and returns once it is accepted. `executionName` makes it idempotent: a second start under a name already used
   * changes nothing. The input holds ids only.
   */
  start(scope: TenantScope, executionName: string, input: Record<string, string>): Promise<void>;
}
