import { expect, test } from 'vitest';
import { accessMatrix } from '#verifier/reporters/html-matrix.ts';
import type { RunStart } from '#verifier/reporters/reporter.ts';
import { resourcesOf } from '#verifier/reporters/resource-of.ts';
import type { JourneyResult } from '#verifier/result/result.ts';
import { bundle, create, plan, read } from './support/things-plans.ts';

const refusal = {
  ...create({ persona: 'viewer' }),
  expect: { outcome: 'forbidden' as const, status: [403], responses: {} },
};
const plans = [plan('as-admin', [create(), read()]), plan('as-viewer', [refusal])];
const start = { bundle: bundle(plans) } as RunStart;

/** The cells, row by row, of a run whose steps were answered so. */
const cells = (...answers: [statusCode: number, passed: boolean][][]): string[][] => {
  const journeys = answers.map((steps, index) => ({
    id: plans[index]!.journeyId,
    steps: steps.map(([statusCode, passed], testCaseStepIndex) => ({ testCaseStepIndex, statusCode, passed })),
  }));
  const page = accessMatrix(start, journeys as unknown as JourneyResult[]);
  return [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td class="(\w+)">([^<]*)</g)].map(([, kind, words]) => `${kind}: ${words}`),
  );
};

test('a cell says what its persona may as it was seen, and nothing of what was not asked', () => {
  expect(
    cells(
      [
        [201, true],
        [200, true],
      ],
      [[403, true]],
    ),
  ).toEqual([
    ['passed: may', 'passed: may not'],
    ['passed: may', 'quiet: not asked'],
  ]);
});

test('a value that is lost on the way is no fault of access', () => {
  expect(
    cells(
      [
        [201, true],
        [200, false],
      ],
      [[403, true]],
    )[1],
  ).toEqual(['passed: may', 'quiet: not asked']);
});

test('who is let through or refused against the statement is told with the status', () => {
  expect(cells([[403, false]], [[201, false]])).toEqual([['decisive: refused (403)', 'decisive: not refused (201)']]);
});

test('a server error says nothing of access, and one identity makes no matrix', () => {
  expect(cells([[500, false]], [[403, true]])).toEqual([]);
});

test('a resource is the static part of its path, without what all paths begin with', () => {
  const of = (...subjects: string[]) => [
    ...resourcesOf(subjects.map((subject) => ({ journeyId: subject, subject }))).values(),
  ];
  expect(of('GET /api/v1/projects', 'PATCH /api/v1/projects/{id}/tasks/{id}', 'POST /api/v1/login')).toEqual([
    'projects',
    'projects.tasks',
    'login',
  ]);
  expect(of('GET /things/{id}', 'POST /things')).toEqual(['things', 'things']);
  expect(of('GET /v1.2/{tenant}')).toEqual(['v1_2']);
});
