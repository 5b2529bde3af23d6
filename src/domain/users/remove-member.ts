import type { removeMember as endpoint } from '#contract/endpoints/users.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The user no longer belongs to the workspace; their tenant role stays. */
export const removeMember: UseCase<typeof endpoint> = async ({ scope, path, audit }, ports) => {
  const entry = audit('MEMBER_REMOVED', { type: 'USER', id: path.userId }, { workspaceId: scope.workspaceId });
  if (!(await ports['users:write'].removeMember(scope, path.userId, { entry }))) throw notFound();
  return { body: undefined };
};
