import { missingRespect, runRespect } from '#test/respect.ts';
import { asVersion3 } from '../proxy/operations.ts';
import type { Peer } from './peer.ts';

/** Redocly Respect, which runs our journeys as exported to Arazzo. What it misses, only our runner sees. */
export function openRespect(): Peer {
  return {
    name: 'Respect',
    settings: '@redocly/cli 2.77.0 respect, the Arazzo export of our journeys, all checks as errors',
    missing: missingRespect,
    inputOf: ({ spec, bundle }) => ({ spec, plans: bundle.plans }),
    run: async ({ bundle, spec }, url, env) => {
      const { journeys } = await runRespect({ bundle, spec: asVersion3(spec) }, url, env, { seed: 1 });
      return journeys.flatMap(({ journeyId, failed }) =>
        failed.map(({ stepId, check }) => `${journeyId} ${stepId} ${check}`),
      );
    },
    close: async () => undefined,
  };
}
