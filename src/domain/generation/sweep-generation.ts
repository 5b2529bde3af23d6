import { taskScope } from '#domain/access/scope.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { brokeOff, endGeneration, settleGeneration } from './end-generation.ts';
import type { GenerationIds } from './generation-step.ts';

type Ports = PortsFor<'cases:read' | 'cases:write' | 'generations:start' | 'allowance:spend'>;

/** Longer than a generation's state machine runs at most (`TimeoutSeconds` there): whoever would end what is open then is gone. */
const longestGenerationSeconds = 4 * 3600;

/** Starts a generation whose start was cut off, under the same name, fails one that nobody will end, and counts what came late. */
export const sweepGeneration = async (
  ids: GenerationIds,
  ports: Ports,
  runtime: Runtime,
): Promise<'started' | 'failed' | undefined> => {
  const scope = taskScope.feature(ids);
  const generation = await ports['cases:read'].findGeneration(scope, ids.workflowId);
  if (generation === undefined) return undefined;
  if (generation.status !== 'RUNNING') {
    await settleGeneration(scope, ports, ids.workflowId);
    await ports['cases:write'].closeLate(scope, ids.workflowId);
    return undefined;
  }
  const ageMs = runtime.now().getTime() - Date.parse(generation.startedAt);
  if (ageMs >= longestGenerationSeconds * 1000) {
    await endGeneration(scope, ports, ids.workflowId, brokeOff);
    return 'failed';
  }
  if (generation.phase !== 'LOADING') return undefined;
  return (await ports['generations:start'].start(scope, ids.workflowId, ids)) ? 'started' : undefined;
};
