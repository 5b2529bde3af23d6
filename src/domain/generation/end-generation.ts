import type { FeatureScope } from '#domain/access/scope.ts';
import type { PortsFor } from '#domain/ports/ports.ts';

type Ports = PortsFor<'cases:read' | 'cases:write' | 'allowance:spend'>;

/** Ends a generation FAILED and settles what it spent; one that has ended stays as it is. */
export const endGeneration = async (
  scope: FeatureScope,
  ports: Ports,
  workflowId: string,
  message: string,
): Promise<void> => {
  // Settled before the end is told: what is told to have ended holds nothing any more.
  await settleGeneration(scope, ports, workflowId);
  await ports['cases:write'].advance(scope, workflowId, { status: 'FAILED', message });
  // What a batch wrote down in between.
  await settleGeneration(scope, ports, workflowId);
};

/** Counts what the batches of a generation took, each once. */
export const settleGeneration = async (
  scope: FeatureScope,
  ports: Pick<Ports, 'cases:read' | 'allowance:spend'>,
  workflowId: string,
): Promise<void> => {
  const generation = await ports['cases:read'].findGeneration(scope, workflowId);
  await ports['allowance:spend'].settle(scope, workflowId, generation?.tokens ?? {});
};

/** What a caller is told of trouble that is ours. */
export const brokeOff = 'The generation broke off on our side. Generate again; if it stays, report the workflow id.';
