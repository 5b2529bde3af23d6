import type { ProjectScope } from '#domain/access/scope.ts';
import { openOwnModel } from '#domain/llm-keys/open-own-model.ts';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import { TaskError } from '#domain/task-failure.ts';

type Ports = PortsFor<'cases:read' | 'models:ask' | 'llm-keys:read' | 'llm-keys:decrypt' | 'own-models:ask'>;

/**
 * The model that a generation was begun with: reached by the tenant's own LLM key, or the deployment's. A key that was replaced meanwhile is
 * used as it is now. Throws MODEL_REFUSED where the key was deleted.
 */
export const modelOf = async (scope: ProjectScope, workflowId: string, ports: Ports): Promise<LanguageModel> => {
  const generation = await ports['cases:read'].findGeneration(scope, workflowId);
  if (generation?.isOwnModel !== true) return ports['models:ask'];
  const key = await ports['llm-keys:read'].find(scope);
  if (key === undefined)
    throw new TaskError('MODEL_REFUSED', 'The own LLM key was deleted. No case was stored. Generate again.');
  return openOwnModel(scope, key, ports);
};
