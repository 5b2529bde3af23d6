import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { readRequirements } from '#planner/trace/read-requirements.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { surfaceOf } from '#planner/trace/surface-of.ts';
import { createTracer } from '#planner/trace/create-tracer.ts';

type Gold = { says: string; binds: string[] };

test.each(['conduit', 'trouble-ticket', 'scim', 'task-execution', 'service-broker'])(
  'of %s, bindings by rules alone are at least 95 percent right and 80 percent complete',
  async (name) => {
    const text = (file: string): string => readFileSync(`bench/trace/corpus/${name}/${file}`, 'utf8');
    const model = await readSpec(text('openapi.json'));
    const personas = JSON.parse(text('personas.json'));
    const planning = { model, graph: buildResourceGraph(model), roles: personaRoles(personas), envProvidedParams: [] };
    const names = personas.map((persona: { name: string }) => persona.name);
    const traceOf = createTracer({ surface: surfaceOf(planning), personas: names, plans: [] });
    const gold = JSON.parse(text('gold.json')) as Gold[];
    expect(readRequirements(text('requirements.md')).requirements.map((one) => one.text)).toEqual(
      gold.map(({ says }) => says),
    );
    let [right, made, wanted] = [0, 0, 0];
    for (const { says, binds } of gold) {
      const found = new Set(traceOf(says).bindings.map(({ operation, outcome }) => `${operation} ${outcome}`));
      const due = new Set(binds.map((one) => one.split(' ').slice(0, 2).join(' ')));
      right += [...found].filter((one) => due.has(one)).length;
      made += found.size;
      wanted += due.size;
    }
    expect(right / made).toBeGreaterThanOrEqual(0.95);
    expect(right / wanted).toBeGreaterThanOrEqual(0.8);
  },
);

test('requirements of another product are bound to nothing of the trouble-ticket API', async () => {
  const model = await readSpec(readFileSync('bench/trace/corpus/trouble-ticket/openapi.json', 'utf8'));
  const planning = { model, graph: buildResourceGraph(model), roles: personaRoles([]), envProvidedParams: [] };
  const traceOf = createTracer({ surface: surfaceOf(planning), personas: [], plans: [] });
  const { requirements } = readRequirements(readFileSync('test/generation/documents/own-api.md', 'utf8'));
  expect(requirements.length).toBeGreaterThan(50);
  expect(requirements.filter(({ text }) => traceOf(text).bindings.length > 0)).toEqual([]);
});
