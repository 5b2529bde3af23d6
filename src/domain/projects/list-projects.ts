import type { listProjects as endpoint } from '#contract/endpoints/projects.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesWildcard } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';

/** Projects, newest first; archived ones only when asked for (specification §3, §4). */
export const listProjects: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const projects = await ports['projects:read'].list(scope);
  const shown = projects.filter(
    ({ name, status }) =>
      (query.includeArchived || status === 'ACTIVE') && matchesWildcard(name, query.nameWildcard ?? ''),
  );
  return { body: pageOf(shown, query) };
};
