import { expect, it } from 'vitest';

import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { assumeAnswers } from '#planner/resources/responses/assume-answers.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { SpecMock } from '#planner/proof/mock/spec-mock.ts';
import { createProver } from '#planner/proof/prove-plan.ts';
import { runOnMutant, runOnSound } from '#planner/proof/run-on-mutant.ts';
import { runPlanOnce } from '#verifier/engine/run/run-plan-once.ts';
import { filesSpec } from '../../support/file-store.ts';
import { object, param, shows, spec, takes, text } from '../../support/small-spec.ts';
import { tenantPersonas, tenantSpec } from '../../support/tenant-spec.ts';

const shown = object({ id: text, format: text, status: { enum: ['queued', 'running', 'done'] } }, ['id', 'status']);
const accepted = { '202': shows(shown)['200'] };
/** Exports that run by themselves, and can be cancelled. */
const exportsSpec = spec({
  '/exports': { post: { ...takes(object({ format: text })), responses: accepted } },
  '/exports/{id}': {
    parameters: [param('id')],
    get: { responses: shows(shown) },
    delete: { responses: { '204': { description: 'deleted' } } },
  },
  '/exports/{id}/cancel': { parameters: [param('id')], post: { responses: accepted } },
});

const documents = [
  { name: 'tenants', spec: tenantSpec(), personas: tenantPersonas, envProvidedParams: ['workspaceId'] },
  { name: 'files', spec: filesSpec(), personas: [], envProvidedParams: [] },
  { name: 'exports', spec: exportsSpec, personas: [], envProvidedParams: [] },
];

for (const { name, ...feature } of documents)
  it(`a run on a mutant that goes on from the sound run ends as one from the first step: ${name}`, async () => {
    const { bundle } = await planFeature(feature);
    const model = assumeAnswers(await readSpec(feature.spec));
    const graph = buildResourceGraph(model);
    const planning = { ...feature, model, graph, roles: personaRoles(feature.personas) };
    const prover = createProver(planning)(bundle);
    let changed = 0;
    for (const plan of bundle.plans.slice(0, 25)) {
      const called = new Set(plan.steps.map(({ method, path }) => `${method} ${path}`));
      const sound = await runOnSound(prover, plan, called);
      for (const mutant of [...called].flatMap((key) => prover.mutants.get(key) ?? [])) {
        const { send, isAtRest } = new SpecMock(planning, prover.routes, mutant);
        const whole = await runPlanOnce(plan, {
          bundle: { ...prover.bundle, plans: [plan] },
          send,
          nonce: 'proof001',
          env: prover.env,
          tearsDown: false,
          isAtRest,
        });
        const resumed = await runOnMutant(prover, plan, mutant, sound);
        expect(JSON.stringify(resumed), `${plan.name} on ${mutant.name}`).toBe(JSON.stringify(whole));
        if (whole.status !== sound.result.status) changed += 1;
      }
    }
    expect(changed).toBeGreaterThan(25);
  });
