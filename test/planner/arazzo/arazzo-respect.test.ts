import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS, type Workflow } from '#planner/arazzo/arazzo-document.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { systemClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json, Plan } from '#verifier/plan/plan.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { cellsOf } from '../../../bench/detect/applicable-cells.ts';
import type { FaultProxyOptions } from '../../../bench/detect/proxy/fault-proxy.ts';
import { behindProxy, verify } from '../../../bench/detect/run-cell.ts';
import type { Subject } from '../../../bench/detect/subject.ts';
import { SUBJECTS } from '../../subjects/index.ts';
import { jsonPathEngine, lintArazzo, missingRespect, runRespect } from '#test/respect.ts';

const missing = missingRespect();
if (missing !== undefined) console.error(`SKIPPED: Redocly Respect: ${missing}`);

/** Respect also holds every answer against the OpenAPI document, and calls a 404 that is not written there an error. */
const CRITERIA_ONLY = 'STATUS_CODE_CHECK=warn';
/** Faults planted per subject, spread over the whole matrix, and journeys run in each. */
const CELLS = 4;
const JOURNEYS = 3;

const SEED = 11;

const defaultsOf = ({ inputs }: Workflow): [string, Json | undefined][] =>
  Object.entries((inputs as { properties?: Record<string, { default?: Json }> } | undefined)?.properties ?? {}).map(
    ([name, schema]) => [`$inputs.${name}`, schema.default],
  );

/** The same journeys by the runner and by Respect, each against a server of its own: the ids of those that did not pass. */
const bothOf = async (
  subject: Subject,
  plans: Plan[],
  planted?: FaultProxyOptions['planted'],
): Promise<{ ours: string[]; respect: string[] }> => {
  const behind = planted === undefined ? {} : { planted };
  const ours = await behindProxy(subject, behind, async (proxy, env) => {
    const { journeys } = await verify(subject, proxy.url, { plans, env });
    return journeys.filter(({ status }) => status !== 'pass').map(({ id }) => id);
  });
  const respect = await behindProxy(subject, behind, async (proxy, env) => {
    const input = { bundle: { ...subject.bundle, plans }, spec: subject.spec };
    const { journeys } = await runRespect(input, proxy.url, env, { severity: CRITERIA_ONLY });
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

    it('holds in dialect spec on an engine of RFC 9535, for what the runner was answered', async () => {
      const select = jsonPathEngine();
      const server = await subject.open();
      const transport = nodeTransport();
      const { journeys } = await runPlans({
        bundle: subject.bundle,
        baseUrl: server.url,
        env: { ...subject.env, ...server.env },
        clock: systemClock,
        seed: SEED,
        send: transport.send,
        random: seededRandom(SEED),
      });
      await transport.close();
      await server.close();
      // The defaults of the inputs are the very values that a run with this seed sends.
      const { workflows } = exportArazzo(subject.bundle, { dialect: 'spec', specUrl: 'openapi.json', seed: SEED });
      const checked = workflows.flatMap((workflow, index) => {
        const values = new Map(defaultsOf(workflow));
        return workflow.steps.flatMap((step, at) => {
          const text = journeys[index]!.steps[at]!.responseBody;
          if (!text) return [];
          const body = JSON.parse(text) as Json;
          for (const [name, expression] of Object.entries(step.outputs ?? {}))
            values.set(`$steps.${step.stepId}.outputs.${name}`, readPointer(body, expression.split('#')[1] ?? ''));
          return (step.successCriteria ?? [])
            .filter(({ type }) => type === 'jsonpath')
            .map(({ condition }) =>
              condition.replaceAll(/\{(\$[^}]+)\}/g, (_whole, name: string) => String(values.get(name))),
            )
            .map((condition) => ({ step: step.stepId, condition, holds: select(body, condition).length > 0 }));
        });
      });
      expect(checked.filter(({ holds }) => !holds)).toEqual([]);
      expect(checked.length).toBeGreaterThan(10);
    });

    it('passes in Respect where the runner passes, on the same server', async () => {
      expect(await bothOf(subject, subject.bundle.plans)).toEqual({ ours: [], respect: [] });
    });

    it('fails in Respect behind no planted fault that the runner misses', async () => {
      const calls = (plan: Plan, key: string) => plan.steps.some(({ method, path }) => `${method} ${path}` === key);
      const { cells: possible } = await cellsOf(subject);
      const all = possible.filter(({ operation }) => subject.bundle.plans.some((plan) => calls(plan, operation.key)));
      const cells = all.filter((_cell, index) => index % Math.ceil(all.length / CELLS) === 0);
      let caught = 0;
      for (const cell of cells) {
        const plans = subject.bundle.plans.filter((plan) => calls(plan, cell.operation.key)).slice(0, JOURNEYS);
        const { ours, respect } = await bothOf(subject, plans, { fault: cell.fault, operation: cell.operation.key });
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
