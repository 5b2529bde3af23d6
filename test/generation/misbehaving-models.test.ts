import { expect, test } from 'vitest';
import { ModelFailure } from '#domain/ports/language-model.ts';
import { aDocument, generate } from '../support/generate.ts';
import { casesFor } from '../support/model-server.ts';
import { openRoad, publish } from '../support/road.ts';

type Case = { name: string; assertions: object[] };

const changed = (material: string, change: (each: Case, at: number) => Record<string, unknown>): unknown => ({
  cases: (casesFor(material).cases as Case[]).map((each, at) => ({ ...each, ...change(each, at) })),
});
const bound = 'A maker can create a widget with a label.';
const claims = { operation: 'DELETE /everything', journeyId: '0192f0a0-0000-7000-8000-000000000010' };

/** What a model may do wrong with bindings, each by itself. */
const MISBEHAVIOURS: Record<string, (material: string) => unknown> = {
  'binds to an invented operation': (material) =>
    changed(material, ({ name }) => ({
      name: `${name} by DELETE /everything`,
      description: 'deleteEverything proves it',
    })),
  'quotes a sentence that is proved for one that is not': (material) =>
    changed(material, ({ assertions }) => ({ assertions: assertions.map((one) => ({ ...one, prdQuote: bound })) })),
  'adds the fields of a binding': (material) =>
    changed(material, ({ assertions }) => ({
      ...claims,
      bindings: [claims],
      sourceJourneyId: claims.journeyId,
      stepsFromGraph: ['DELETE /everything'],
      coverageFlags: ['TRACED'],
      assertions: assertions.map((one) => ({ ...one, graphCaptured: true })),
    })),
  'answers for other requirements': (material) => changed(material, (_, at) => ({ requirement: (at + 1) % 4 })),
  'answers one requirement for all': (material) => changed(material, () => ({ requirement: 0 })),
  'invents quotes': (material) =>
    changed(material, ({ assertions }) => ({
      assertions: assertions.map((one) => ({ ...one, prdQuote: 'Widgets must be deleted.' })),
    })),
  'is endless': (material) =>
    changed(material, () => ({ description: 'A maker can create a widget. '.repeat(20_000) })),
  'is late': () => {
    throw new ModelFailure('MODEL_LATE', 'The model did not answer in time.', 50);
  },
};

let misbehave: (material: string) => unknown = casesFor;
let asked = 0;
const ask = async ({ material }: { material: string }) => {
  asked++;
  return { content: misbehave(material), tokens: 10 };
};
const { tenant, project, aFeature } = await openRoad({ name: 'openai:bad', ask });
const feature = await aFeature();
const documentOf = (heading: string): string =>
  `# ${heading}\n\n- ${bound}\n- A deleted widget must not be found any more.\n- A maker can polish a widget.\n- Widgets must be blue.\n`;
const documentId = await aDocument(tenant.owner, feature.path, documentOf('Widgets'));
await publish(tenant, feature.path);

type Requirement = { sentence: string; bindings: unknown[] };
type Shown = {
  coverageFlags: string[];
  assertionsFromPrd: { graphCaptured: boolean }[];
  sourceJourneyId: string | null;
  stepsFromGraph: string[];
};

const requirements = async (): Promise<Requirement[]> =>
  (await tenant.owner.get<{ data: Requirement[] }>(`${feature.path}/requirements`)).body.data.map(
    ({ sentence, bindings }) => ({ sentence, bindings }),
  );
const cases = async (): Promise<Shown[]> =>
  (await tenant.owner.get<{ data: Shown[] }>(`${project.path}/validation-cases?featureId=${feature.id}`)).body.data;

await generate(tenant.owner, project.path, feature.id);
const byRules = await requirements();

test('rules bind the sentences that the spec can show, whatever words a model finds for them', () => {
  expect(byRules.map(({ bindings }) => bindings.length)).toEqual([1, 1, 0, 0]);
});

test.each(Object.entries(MISBEHAVIOURS))(
  'a model that %s: no false binding is stored or shown',
  async (name, behave) => {
    asked = 0;
    misbehave = behave;
    // A question that was answered before is not asked again.
    const change = await tenant.owner.put(`${feature.path}/documents/${documentId}`, { content: documentOf(name) });
    expect(change.status).toBe(200);
    const { status } = await generate(tenant.owner, project.path, feature.id);
    expect(asked).toBeGreaterThan(0);
    if (name === 'is late') expect(status).toBe('FAILED');
    expect(await requirements()).toEqual(byRules);
    for (const unbound of (await cases()).slice(2)) {
      expect(unbound.assertionsFromPrd.some(({ graphCaptured }) => graphCaptured)).toBe(false);
      expect(unbound.coverageFlags).not.toContain('TRACED');
      expect([unbound.sourceJourneyId ?? null, unbound.stepsFromGraph]).toEqual([null, []]);
    }
  },
);
