import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS } from '#planner/arazzo/arazzo-document.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { cellsOf, verify } from '../../bench/detect/run-cell.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { SUBJECTS } from '../../bench/detect/subjects/index.ts';
import { lintArazzo, missingRespect, runRespect } from '../support/respect.ts';

const missing = missingRespect();
if (missing !== undefined) console.error(`SKIPPED: Redocly Respect: ${missing}`);

/** Respect also holds every answer against the OpenAPI document, and calls a 404 that is not written there an error. */
const CRITERIA_ONLY = 'STATUS_CODE_CHECK=warn';
/** Faults planted per subject, spread over the whole matrix, and journeys run in each. */
const CELLS = 4;
const JOURNEYS = 3;

type Cell = ReturnType<typeof cellsOf>[number];

/** The same journeys by the runner and by Respect, each against a server of its own: the ids of those that did not pass. */
const bothOf = async (
  subject: Subject,
  plans: Plan[],
  planted?: Cell,
): Promise<{ ours: string[]; respect: string[] }> => {
  const run = async (use: (opened: Subject, url: string) => Promise<string[]>): Promise<string[]> => {
    const server = await subject.open();
    const opened = { ...subject, env: { ...subject.env, ...server.env } };
    const identities = server.identities ?? subject.identities;
    const proxy =
      planted &&
      (await startFaultProxy({
        target: server.url,
        spec: subject.spec,
        planted: { fault: planted.fault, operation: planted.operation.key },
        ...(identities && { identities }),
      }));
    try {
      return await use(opened, proxy?.url ?? server.url);
    } finally {
      await proxy?.close();
      await server.close();
    }
  };
  const ours = await run(async (opened, url) => {
    const journeys = await verify(opened, url, plans);
    return journeys.filter(({ status }) => status !== 'pass').map(({ id }) => id);
  });
  const respect = await run(async ({ bundle, spec, env }, url) => {
    const { journeys } = await runRespect({ bundle: { ...bundle, plans }, spec }, url, env, {
      severity: CRITERIA_ONLY,
    });
    expect(journeys).toHaveLength(plans.length);
    return journeys.filter(({ passed }) => !passed).map(({ journeyId }) => journeyId);
  });
  return { ours, respect };
};

describe.skipIf(missing !== undefined).each(['example-todo', 'org-chart', 'render-farm'])(
  'the export of %s',
  (name) => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await SUBJECTS[name]!();
    });
    afterAll(() => subject?.close());

    it.each(DIALECTS)('lints in dialect %s', async (dialect) => {
      expect(
        await lintArazzo(exportArazzo(subject.bundle, { dialect, specUrl: 'openapi.json' }), subject.spec),
      ).toEqual([]);
    });

    it('passes in Respect where the runner passes, on the same server', async () => {
      expect(await bothOf(subject, subject.bundle.plans)).toEqual({ ours: [], respect: [] });
    }, 60_000);

    it('fails in Respect behind no planted fault that the runner misses', async () => {
      const calls = (plan: Plan, key: string) => plan.steps.some(({ method, path }) => `${method} ${path}` === key);
      const all = cellsOf(subject, FAULTS).filter(({ operation }) =>
        subject.bundle.plans.some((plan) => calls(plan, operation.key)),
      );
      const cells = all.filter((_cell, index) => index % Math.ceil(all.length / CELLS) === 0);
      let caught = 0;
      for (const cell of cells) {
        const plans = subject.bundle.plans.filter((plan) => calls(plan, cell.operation.key)).slice(0, JOURNEYS);
        const { ours, respect } = await bothOf(subject, plans, cell);
        if (respect.length === 0) continue;
        caught += 1;
        // Not journey by journey: Respect takes nothing away, so later journeys meet what earlier ones left.
        expect(ours, `${cell.fault.name} at ${cell.operation.key}`).not.toEqual([]);
      }
      // Without this the comparison could hold because Respect sees nothing.
      expect(caught).toBeGreaterThan(0);
    }, 180_000);
  },
);
