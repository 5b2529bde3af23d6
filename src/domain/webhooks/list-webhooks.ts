import type { listWebhooks as endpoint } from '#contract/endpoints/webhooks.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The webhooks of a project, newest first. */
export const listWebhooks: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf(await ports['webhooks:read'].list(scope), query),
});
