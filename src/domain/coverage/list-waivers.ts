import type { listWaivers as endpoint } from '#contract/endpoints/coverage.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showWaiver } from './waiver-rules.ts';

/** The waivers of a feature, also those that are over. */
export const listWaivers: UseCase<typeof endpoint> = async ({ scope, query }, ports, runtime) => {
  const now = runtime.now();
  const waivers = await ports['waivers:read'].list(scope);
  return {
    body: pageOf(
      waivers.map((waiver) => showWaiver(waiver, now)),
      query,
    ),
  };
};
