import { expect, test } from 'vitest';
import { requirements } from '#verifier/reporters/html-requirements.ts';
import type { RunStart, TracedSentence } from '#verifier/reporters/reporter.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';

const journey = (id: string, status: string, more: object = {}): JourneyResult =>
  ({ id, name: `journey ${id}`, status, ground: 'VALUE', steps: [], facts: { attempts: [] }, ...more }) as never;
const result = {
  journeys: [
    journey('good', 'pass'),
    journey('bad', 'fail', { verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'VALUE_NOT_STORED' }),
    journey('behind', 'skip', { causedBy: 'bad' }),
    journey('doubtful', 'pass', { ground: 'ROUTE_IN_DOUBT' }),
  ],
} as unknown as ResultDocument;
const sentence = (sentenceText: string, proofs: string[][], missing: string[] = []): TracedSentence => ({
  sentence: sentenceText,
  section: 'Todos',
  proofs,
  missing,
});
const rowsOf = (...all: TracedSentence[]): string[] =>
  [
    ...requirements({ requirements: all } as unknown as RunStart, result).matchAll(
      /<tr><td class="outcome \w+">(.*?)<\/td><td>(.*?)<br>/g,
    ),
  ].map(([, word, told]) => `${word}: ${told}`);

test('each sentence stands as the worst of what it demands, and what wants attention comes first', () => {
  expect(
    rowsOf(
      sentence('A', [['good']]),
      sentence('B', [['good'], ['bad']]),
      sentence('C', [['behind']]),
      sentence('D', [['doubtful']]),
      sentence('E', [['elsewhere']]),
      sentence('F', [['good'], []], ['GET /todos shows nothing.']),
      sentence('G', [], ['No operation fits.']),
    ),
  ).toEqual([
    'refuted: B',
    'undecided: C',
    'undecided: D',
    'not run: E',
    'not provable: F',
    'not provable: G',
    'proved: A',
  ]);
});

test('one click leads from a sentence to its journey, or to the card of what explains it', () => {
  const page = requirements({ requirements: [sentence('A', [['good', 'behind']])] } as unknown as RunStart, result);
  expect([...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)).toEqual(['good', 'bad']);
});

test('a sentence is text, whatever it says', () => {
  const page = requirements(
    { requirements: [sentence('<script>alert(1)</script>', [], ['<b>'])] } as unknown as RunStart,
    result,
  );
  expect(page).not.toMatch(/<script|<b>/);
});

test('without requirements the report has no such part', () => {
  expect(requirements({} as RunStart, result)).toBe('');
});
