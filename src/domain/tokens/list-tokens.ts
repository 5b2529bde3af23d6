import type { listTokens as endpoint } from '#contract/endpoints/pats.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';

const usersAtOnce = 16;

/** The tokens of every user of the tenant, newest first, without their secrets (decision record 0101). */
export const listTokens: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const users = await ports['users:read'].list(scope);
  const tokens = [];
  for (let from = 0; from < users.length; from += usersAtOnce) {
    const some = users.slice(from, from + usersAtOnce);
    const lists = await Promise.all(some.map(({ id }) => ports['tokens:read'].list(scope, id)));
    tokens.push(...lists.flat());
  }
  const shown = tokens
    .filter(({ name }) => matchesName(name, query.name ?? ''))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return { body: pageOf(shown, query) };
};
