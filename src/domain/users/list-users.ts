import type { listUsers as endpoint } from '#contract/endpoints/users.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showUser } from './user-rules.ts';

/** Users with stored roles, newest first. */
export const listUsers: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const users = (await ports['users:read'].list(scope)).map(showUser);
  return { body: pageOf(query.status ? users.filter(({ status }) => status === query.status) : users, query) };
};
