import type { createNotebook as endpoint } from '#contract/endpoints/notebooks.ts';
import { notFound } from '#contract/errors.ts';
import { limits, planLimitReached } from '#domain/billing/limits.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A new notebook. Names need not be unique. Throws PLAN_LIMIT_REACHED. */
export const createNotebook: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const { workspaceId } = scope;
  const createdAt = runtime.now().toISOString();
  const notebook = { id: runtime.newId(), workspaceId, name: body.name, createdAt, version: 1 };
  const headers = { location: `/api/v1/workspaces/${workspaceId}/notebooks/${notebook.id}` };
  const answer = { body: notebook, version: notebook.version, headers };
  const limit = limits[actor.tier].notebooksPerWorkspace;
  const outcome = await ports['notebooks:write'].create(scope, notebook, limit, alongside(answer));
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'LIMIT') throw planLimitReached(actor.tier, 'notebooksPerWorkspace');
  return answer;
};
