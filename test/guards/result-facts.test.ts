import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resultDocument } from '#contract/schemas/result-document.ts';
import * as z from '#contract/schemas/zod.ts';
import type { JourneyFacts } from '#verifier/verdicts/facts.ts';

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
};

const result = new URL('../../verifier/result/result.schema.json', import.meta.url);
const published = JSON.parse(readFileSync(result, 'utf8')) as { $defs: Record<string, Schema> };

const wordsOf = (schema: Schema, defs: Record<string, Schema>): unknown[] => [
  ...(schema.enum ?? []),
  // Any JSON refers to itself; it has no words.
  ...(schema.anyOf ?? []).flatMap((one) => (one.$ref ? defs[one.$ref.replace('#/$defs/', '')]!.enum : one.enum) ?? []),
];

/** Names and enums of a schema, by place: what an upload would lose, or be refused for, if two writings of the facts differed. */
const shapeOf = (schema: Schema, defs: Record<string, Schema>, at = ''): string[] => {
  const target = schema.$ref ? defs[schema.$ref.replace('#/$defs/', '')]! : schema;
  const words = wordsOf(target, defs);
  return [
    ...(words.length > 0 ? [`${at}: ${words.toSorted().join()}`] : []),
    ...Object.entries(target.properties ?? {}).flatMap(([name, inner]) => [
      `${at}/${name}`,
      ...shapeOf(inner, defs, `${at}/${name}`),
    ]),
    ...(target.items ? shapeOf(target.items, defs, `${at}[]`) : []),
  ].toSorted();
};

// A fact that the runner may write and an upload would refuse does not compile.
const taken = (facts: JourneyFacts): NonNullable<z.input<typeof resultDocument>['journeys'][number]['facts']> => facts;

test('an upload takes every fact that a run writes down: the service judges from the same', () => {
  const document = z.toJSONSchema(resultDocument, { io: 'input' }) as Schema & { $defs?: Record<string, Schema> };
  const facts = document.properties!['journeys']!.items!.properties!['facts']!;
  expect(shapeOf(facts, document.$defs ?? {})).toEqual(shapeOf(published.$defs['facts']!, published.$defs));
  expect(taken({ attempts: [] })).toEqual({ attempts: [] });
});
