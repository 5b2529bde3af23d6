import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { DIALECTS } from '#planner/arazzo/arazzo-document.ts';
import { planFeature, type PlannedFeature } from '#planner/plan-feature.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { lintArazzo, missingRespect, runRespect } from '../support/respect.ts';

const missing = missingRespect();
if (missing !== undefined) console.error(`SKIPPED: Redocly Respect: ${missing}`);

/** Respect also holds every answer against the OpenAPI document, and calls a 404 that is not written there an error. */
const CRITERIA_ONLY = 'STATUS_CODE_CHECK=warn';

describe.skipIf(missing !== undefined)('Redocly Respect runs the export', () => {
  let server: Awaited<ReturnType<typeof startExampleTodo>>;
  let spec: object;
  let planned: PlannedFeature;
  beforeAll(async () => {
    server = await startExampleTodo();
    spec = (await (await fetch(`${server.url}/openapi.json`)).json()) as object;
    planned = await planFeature({ spec, personas: [] });
  });
  afterAll(() => server.close());

  it.each(DIALECTS)('lint finds nothing in dialect %s', async (dialect) => {
    expect(await lintArazzo(exportArazzo(planned.bundle, { dialect, specUrl: 'openapi.json' }), spec)).toEqual([]);
  });

  it('passes every journey on example-todo, twice over', async () => {
    for (const seed of [1, 2]) {
      const run = await runRespect({ bundle: planned.bundle, spec }, server.url, {}, { seed, severity: CRITERIA_ONLY });
      expect(run.journeys.flatMap(({ failed }) => failed)).toEqual([]);
      expect(run.journeys.map(({ journeyId }) => journeyId)).toEqual(
        planned.bundle.plans.map(({ journeyId }) => journeyId),
      );
    }
  }, 60_000);
});
