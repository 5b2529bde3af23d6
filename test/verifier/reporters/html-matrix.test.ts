import { expect, test } from 'vitest';
import { accessMatrix } from '#verifier/reporters/html-matrix.ts';
import type { RunStart } from '#verifier/reporters/reporter.ts';
import { resourcesOf } from '#verifier/reporters/resource-of.ts';
import type { JourneyResult } from '#verifier/result/result.ts';
import { bundle, create, plan, read } from '#test/things-plans.ts';

const refusal = {
  ...create({ persona: 'viewer' }),
  expect: { outcome: 'forbidden' as const, status: [403], responses: {} },
};
const plans = [plan('as-admin', [create(), read()]), plan('as-viewer', [refusal])];
const start = { bundle: bundle(plans) } as RunStart;

type Answer = [statusCode: number, passed: boolean | null];

/** The matrix of a run whose steps were answered so. `ending`: how its journeys ended. */
const pageOf = (answers: Answer[][], ending: Partial<JourneyResult> = { status: 'fail' }): string => {
  const journeys = answers.map((steps, index) => ({
    id: plans[index]!.journeyId,
    ...ending,
    steps: steps.map(([statusCode, passed], testCaseStepIndex) => ({ testCaseStepIndex, statusCode, passed })),
  }));
  return accessMatrix(start, journeys as unknown as JourneyResult[]);
};

/** Its cells, row by row. */
const cells = (...given: Parameters<typeof pageOf>): string[][] =>
  [...pageOf(...given).matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td class="(\w+)">([^<]*)</g)].map(([, kind, words]) => `${kind}: ${words}`),
  );

const made: Answer = [201, true];

test('a cell says what its persona may as it was seen, and nothing of what was not asked', () => {
  expect(cells([[made, [200, true]], [[403, true]]])).toEqual([
    ['passed: may', 'passed: may not'],
    ['passed: may', 'quiet: not asked'],
  ]);
  expect(cells([[made, [0, null]], [[403, true]]])).toEqual([['passed: may', 'passed: may not']]);
});

test('a value that is lost on the way is no fault of access', () => {
  expect(cells([[made, [200, false]], [[403, true]]])[1]).toEqual(['passed: may', 'quiet: not asked']);
});

test('who is let through or refused against the statement is told with the status', () => {
  const swapped: Answer[][] = [[[403, false]], [[201, false]]];
  const differing = ['refused (403)', 'not refused (201)'];
  expect(cells(swapped)).toEqual([differing.map((words) => `decisive: ${words}`)]);
  expect(cells(swapped, { status: 'skip', causedBy: 'another' })).toEqual([
    differing.map((words) => `decisive: ${words}`),
  ]);
  // The token of admin is over: the run accuses nobody, and neither does the cell.
  expect(cells(swapped, { status: 'skip' })).toEqual([differing.map((words) => `inconclusive: ${words}`)]);
});

test('a server error, no answer and a refused input tell nothing of access', () => {
  expect(cells([[[500, false]], [[403, true]]])).toEqual([['inconclusive: undecided (500)', 'passed: may not']]);
  expect(cells([[[422, false]], [[0, false]]])).toEqual([['inconclusive: undecided (422)', 'inconclusive: no answer']]);
});

test('its summary counts what differs and what is undecided', () => {
  const summary = (...given: Parameters<typeof cells>) => /operations: (.*?)<\/summary>/.exec(pageOf(...given))?.[1];
  expect(summary([[made], [[403, true]]])).toBe('all as the personas describe');
  expect(summary([[[500, false]], [[201, false]]])).toBe('1 not as the personas describe, 1 undecided');
});

test('one identity makes no matrix', () => {
  expect(cells([[made, [200, true]]])).toEqual([]);
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
