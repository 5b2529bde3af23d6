import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { TenantScope } from '#domain/access/scope.ts';
import type { WorkflowStarter } from '#domain/ports/workflow-starter.ts';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export const createStatesClient = (): SFNClient => {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new SFNClient({ region, maxAttempts: 3 });
};

/** One Standard workflow. */
export class StateMachine implements WorkflowStarter {
  readonly #client: SFNClient;
  readonly #arn: string;

  constructor(client: SFNClient, arn: string) {
    this.#client = client;
    this.#arn = arn;
  }

  async start(_scope: TenantScope, executionName: string, input: Record<string, string>): Promise<void> {
    const execution = { stateMachineArn: this.#arn, name: executionName, input: JSON.stringify(input) };
    try {
      await this.#client.send(new StartExecutionCommand(execution));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  }
}
