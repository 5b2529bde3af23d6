import type { setMember as endpoint } from '#contract/endpoints/users.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A user's stored role in the workspace, new or instead of the old one. */
export const setMember: UseCase<typeof endpoint> = async ({ scope, path, body, audit }, ports) => {
  const facts = { workspaceId: scope.workspaceId, role: body.role };
  const entry = audit('MEMBER_SET', { type: 'USER', id: path.userId }, facts);
  if (!(await ports['users:write'].setMember(scope, path.userId, body.role, { entry }))) throw notFound();
  return { body: { workspaceId: scope.workspaceId, userId: path.userId, role: body.role } };
};
