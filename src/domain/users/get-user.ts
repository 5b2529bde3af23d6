import type { getUser as endpoint } from '#contract/endpoints/users.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showUser } from './user-rules.ts';

/** A user with stored roles. */
export const getUser: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const user = await ports['users:read'].find(scope, path.id);
  if (!user) throw notFound();
  return { body: showUser(user), version: user.version };
};
