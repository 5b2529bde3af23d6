import type { TenantScope } from '#domain/access/scope.ts';

/** Starts executions of one state machine. */
export interface WorkflowStarter {
  /**
   * Starts an execution and returns once it is accepted; answers whether one was begun. `executionName` makes it idempotent: a second start
   * under a name already used changes nothing, unless `ifEnded` is `again` and the one before has ended without having done its work. The
   * input holds ids only.
   */
  start(scope: TenantScope, executionName: string, input: Record<string, string>, ifEnded?: 'again'): Promise<boolean>;
}
