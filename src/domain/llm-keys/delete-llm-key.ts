import type { deleteLlmKey as endpoint } from '#contract/endpoints/llm-keys.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** On every tier. A generation that was begun with the key and asks after this fails. */
export const deleteLlmKey: UseCase<typeof endpoint> = async ({ scope, audit }, ports) => {
  const entry = audit('LLM_KEY_DELETED', { type: 'TENANT', id: scope.tenantId });
  if (!(await ports['llm-keys:write'].delete(scope, { entry }))) throw notFound();
  return { body: undefined };
};
