import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { aDocument, generate } from '../support/generate.ts';
import { openRoad } from '../support/road.ts';

const { tenant, project, aFeature } = await openRoad();
const { owner } = tenant;

/** The documentation of a library of cloud functions (Apache-2.0), written by nobody of us; our own infrastructure brings it along. */
const publicDocument = (): string => {
  const library = dirname(createRequire(import.meta.url).resolve('aws-cdk-lib/package.json'));
  return readFileSync(join(library, 'aws-lambda/README.md'), 'utf8');
};
const ownDocument = (): string => readFileSync(new URL('documents/own-api.md', import.meta.url), 'utf8');

type Shown = { sectionRefs: { prdQuote: string }[]; assertionsFromPrd: { prdQuote: string }[] };
type LeftOut = { quote: string; reason: string };

const allCases = async (featureId: string): Promise<Shown[]> => {
  const found: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const query = `featureId=${featureId}&size=100&page=${page}`;
    const { body } = await owner.get<{ data: Shown[] }>(`${project.path}/validation-cases?${query}`);
    found.push(...body.data);
    if (body.data.length < 100) return found;
  }
};

/** Every place of the document that the quote is at. */
const placesOf = (quote: string, content: string): { from: number; to: number }[] => {
  const places = [];
  for (let from = content.indexOf(quote); from >= 0; from = content.indexOf(quote, from + 1))
    places.push({ from, to: from + quote.length });
  return places;
};

test.each([
  ['our own requirements', ownDocument, 50, ['ASIDE_SECTION', 'CODE']],
  ['a public document of 100 KB', publicDocument, 200, ['CODE']],
])(
  '%s: every quote is verbatim, and every must and shall has its case or its reason',
  async (_name, read, least, reasons) => {
    const content = read();
    const feature = await aFeature();
    await aDocument(owner, feature.path, content);
    const done = await generate(owner, project.path, feature.id);
    expect(done).toMatchObject({ status: 'COMPLETED' });
    const cases = await allCases(feature.id);
    expect(cases.length).toBe(done['persistedCases']);
    expect(cases.length).toBeGreaterThanOrEqual(least);
    const quotes = cases.flatMap(({ sectionRefs, assertionsFromPrd }) =>
      [...sectionRefs, ...assertionsFromPrd].map(({ prdQuote }) => prdQuote),
    );
    for (const quote of quotes) expect(content).toContain(quote);
    const leftOut = done['leftOut'] as LeftOut[];
    expect(leftOut).toHaveLength(done['leftOutCount'] as number);
    expect([...new Set(leftOut.map(({ reason }) => reason))]).toEqual(expect.arrayContaining(reasons));
    const covered = [...new Set([...quotes, ...leftOut.map(({ quote }) => quote)])].flatMap((quote) =>
      placesOf(quote, content),
    );
    const binding = [...content.matchAll(/\b(?:must|shall)\b/gi)].map(({ index }) => index);
    const missing = binding.filter((at) => !covered.some(({ from, to }) => from <= at && at < to));
    expect(missing.map((at) => content.slice(Math.max(0, at - 60), at + 60))).toEqual([]);
    console.log(
      `${_name}: ${cases.length} cases, ${binding.length} must/shall, ${leftOut.length} left out with a reason`,
    );
  },
);
