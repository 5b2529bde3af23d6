import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { TenantScope } from '#domain/access/scope.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export const createStatesClient = (): SFNClient => {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new SFNClient({ region, maxAttempts: 3 });
};

/** Executions of one name that are begun one after the other; each try has retries of its own. */
const MOST_TRIES = 50;
/** Between AWS and a function. */
const CLOCKS_DIFFER_MS = 5_000;

/** One Standard workflow. */
export class StateMachine implements WorkflowStarter {
  readonly #client: SFNClient;
  readonly #arn: string;

  constructor(client: SFNClient, arn: string) {
    this.#client = client;
    this.#arn = arn;
  }

  async start(
    _scope: TenantScope,
    executionName: string,
    input: Record<string, string>,
    ifEnded?: 'again',
  ): Promise<boolean> {
    const mostTries = ifEnded === 'again' ? MOST_TRIES : 1;
    for (let number = 1; number <= mostTries; number += 1) {
      const begun = await this.#begin(number === 1 ? executionName : `${executionName}-${number}`, input);
      if (begun !== 'ended') return begun === 'begun';
    }
    return false;
  }

  /**
   * `ended`: an execution of this name has ended. For one that runs with the same input StartExecution answers as it did the first time,
   * with the time of its start.
   */
  async #begin(name: string, input: Record<string, string>): Promise<'begun' | 'running' | 'ended'> {
    const askedAt = Date.now();
    const execution = { stateMachineArn: this.#arn, name, input: JSON.stringify(input), ...traceOfRequest() };
    try {
      const { startDate } = await this.#client.send(new StartExecutionCommand(execution));
      return startDate !== undefined && startDate.getTime() < askedAt - CLOCKS_DIFFER_MS ? 'running' : 'begun';
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
      return 'ended';
    }
  }
}

/** The execution continues the trace of the request that starts it; Lambda names it anew for each call. */
const traceOfRequest = (): { traceHeader?: string } => {
  const traceHeader = process.env['_X_AMZN_TRACE_ID'];
  return traceHeader === undefined ? {} : { traceHeader };
};
