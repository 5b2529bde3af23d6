import { describe, expect, it } from 'vitest';

import { planDocument } from '#planner/plan-document.ts';
import { planFeature } from '#planner/plan-feature.ts';

import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { integer, text, thingSpec } from '#test/small-spec.ts';
import { tenantPersonas, tenantSpec } from '#test/tenant-spec.ts';

const options = { personas: tenantPersonas, envProvidedParams: ['workspaceId'] };

/** The same document with the members of every object in another order. */
function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => ({ key, inner, rank: random() }));
  entries.sort((left, right) => left.rank - right.rank);
  return Object.fromEntries(entries.map(({ key, inner }) => [key, shuffled(inner, random)]));
}

/** The same document with another description on every object that may have one. */
function redescribed(value: unknown, words: string): unknown {
  if (Array.isArray(value)) return value.map((item) => redescribed(item, words));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, part]) => [key, redescribed(part, words)]);
  const isMap = Object.values(value).every((part) => typeof part === 'object');
  return { ...Object.fromEntries(inner), ...(isMap ? {} : { description: words }) };
}

describe('the same spec gives the same plans, to the byte', () => {
  it('over twenty runs with members in any order', async () => {
    const documents = new Set<string>();
    for (let run = 0; run < 20; run += 1) {
      const spec = shuffled(thingSpec({ title: text, name: text, amount: integer }), seededRandom(run)) as object;
      documents.add(planDocument(await planFeature({ spec, personas: [] })));
    }
    expect(documents.size).toBe(1);
  });

  it('with members in any order, also of a large spec with personas', async () => {
    const plain = planDocument(await planFeature({ spec: tenantSpec(), ...options }));
    const spec = shuffled(tenantSpec(), seededRandom(21)) as object;
    const mixed = planDocument(await planFeature({ spec, ...options }));
    expect(mixed).toBe(plain);
  });

  it('with personas in any order', async () => {
    const forwards = await planFeature({ spec: tenantSpec(), ...options });
    const backwards = await planFeature({ spec: tenantSpec(), ...options, personas: tenantPersonas.toReversed() });
    expect(backwards.bundle).toEqual(forwards.bundle);
  });

  it('with every description changed; only the hash of the spec tells them apart', async () => {
    const before = await planFeature({ spec: tenantSpec(), ...options });
    const after = await planFeature({ spec: redescribed(tenantSpec(), 'Something else.') as object, ...options });
    expect(after.bundle.specHash).not.toBe(before.bundle.specHash);
    expect(JSON.stringify(after.bundle.plans)).toBe(JSON.stringify(before.bundle.plans));
    expect(after.bundle.$defs).toEqual(before.bundle.$defs);
  });

  it('keeps journey ids when an unrelated operation comes along, and gives every journey its own', async () => {
    const before = await planFeature({ spec: tenantSpec(), ...options });
    const spec = tenantSpec();
    Object.assign(spec.paths, { '/a-first-path': { get: { responses: { '200': { description: 'ok' } } } } });
    const after = await planFeature({ spec, ...options });
    const ids = before.bundle.plans.map(({ journeyId }) => journeyId);
    expect(after.bundle.plans.map(({ journeyId }) => journeyId)).toEqual(expect.arrayContaining(ids));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
  });

  it('hands out a canonical document: members sorted, no white space', async () => {
    const text = planDocument(await planFeature({ spec: tenantSpec(), ...options }));
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['dropped', 'jepVersion', 'plans', 'specHash']);
    expect(text.startsWith('{"dropped":[')).toBe(true);
  });
});
