import type { listUsers as endpoint } from '#contract/endpoints/users.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showUser } from './user-rules.ts';

/** Users with stored roles, newest first. */
export const listUsers: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf((await ports['users:read'].list(scope)).map(showUser), query),
});
