import type { listPats as endpoint } from '#contract/endpoints/pats.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';
import { isVisibleToken } from './is-visible-token.ts';

/** The caller's own tokens, newest first, without their secrets (specification §4). */
export const listPats: UseCase<typeof endpoint> = async ({ actor, scope, query }, ports) => {
  const tokens = await ports['tokens:read'].list(scope, actor.userId);
  const shown = tokens.filter((token) => isVisibleToken(actor, token) && matchesName(token.name, query.name ?? ''));
  return { body: pageOf(shown, query) };
};
