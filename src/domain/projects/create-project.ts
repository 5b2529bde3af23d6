import type { createProject as endpoint } from '#contract/endpoints/projects.ts';
import { notFound } from '#contract/errors.ts';
import { limits, planLimitReached } from '#domain/billing/limits.ts';
import type { Project } from '#domain/ports/project-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A new project; ACTIVE unless the body says otherwise. Names need not be unique (decision record 0002). */
export const createProject: UseCase<typeof endpoint> = async ({ actor, scope, body, alongside }, ports, runtime) => {
  const project: Project = {
    id: runtime.newId(),
    name: body.name,
    description: body.description ?? null,
    status: body.status ?? 'ACTIVE',
    workspaceId: scope.workspaceId,
    version: 1,
  };
  const location = `/api/v1/workspaces/${scope.workspaceId}/projects/${project.id}`;
  const answer = { body: project, version: project.version, headers: { location } };
  const limit = limits[actor.tier].projectsPerWorkspace;
  const outcome = await ports['projects:write'].create(scope, project, limit, alongside(answer));
  if (outcome === 'GONE') throw notFound();
  if (outcome === 'LIMIT') throw planLimitReached(actor.tier, 'projectsPerWorkspace');
  return answer;
};
