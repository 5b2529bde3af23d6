import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEFT_OUT_RULES } from '../../bench/detect/applicable-cells.ts';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { readKnownGaps } from '../../bench/detect/known-gaps.ts';
import { furtherCells, furtherOf } from '../../bench/detect/peers/further.ts';
import { sampleOf } from '../../bench/detect/peers/sample.ts';
import type { Fault, Scenario } from '../../bench/detect/proxy/fault-proxy.ts';
import { type JsonObject, proxyOperations } from '../../bench/detect/proxy/operations.ts';
import { reportText } from '../../bench/detect/report.ts';
import { confusionOf, scoreOf } from '../../bench/detect/score.ts';
import { reportOn } from '../../bench/detect/subject-report.ts';
import type { SubjectReport } from '../../bench/detect/subject-report.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { todoSubject } from '../subjects/example-todo.ts';
import { object, param, shows, spec, takes, text } from '../support/small-spec.ts';

const SLICE = ['server error', 'delete no-op', 'item missing from the list'].map(faultNamed);

let subject: Subject;
let report: SubjectReport;

beforeAll(async () => {
  subject = await todoSubject();
  report = await count(subject, SLICE);
});
afterAll(() => subject?.close());

test('a slice of the bench: every cell found, named rightly, no alarm on the sound server', () => {
  expect(report.cells.map(({ fault, operation }) => `${fault} at ${operation}`).sort()).toEqual([
    'delete no-op at DELETE /todos/{id}',
    'item missing from the list at GET /todos',
    'server error at DELETE /todos/{id}',
    'server error at GET /todos',
    'server error at GET /todos/count',
    'server error at GET /todos/{id}',
    'server error at PATCH /todos/{id}',
    'server error at POST /todos',
    'server error at PUT /todos/{id}',
  ]);
  expect(scoreOf([report])).toMatchObject({ cells: 9, found: 9, rightlyNamed: 9, falseAlarms: [], residue: 0 });
  expect(confusionOf(report.cells)).toEqual({ CONTRACT: { CONTRACT: 7 }, PERSISTENCE: { PERSISTENCE: 2 } });
});

test('cells left out by rule are named and counted, and every rule is written', () => {
  expect(report.leftOut.filter(({ cells }) => cells.length > 0)).toEqual([
    { rule: 'writes to a whole collection', cells: ['server error at PATCH /todos'] },
  ]);
  expect(scoreOf([report]).leftOut).toBeCloseTo(1 / 10);
  const written = readFileSync('docs/known-limits.md', 'utf8').toLowerCase();
  expect(Object.keys(LEFT_OUT_RULES).filter((rule) => !written.includes(`**${rule}**`))).toEqual([]);
});

test('what is done to all at once is left out, and so is null where it is no fault', () => {
  const health = shows(object({ build: text }));
  const all = proxyOperations(
    spec({
      '/admin/reset': { post: { responses: health } },
      '/orders': { post: { ...takes(object({ note: text })), responses: shows(object({ note: text }), '201') } },
      '/orders/{id}/reset': { parameters: [param('id')], post: { responses: health } },
      '/health': { get: { responses: shows(object({ build: text }, ['build'])) } },
      '/version': { get: { responses: health } },
    }) as JsonObject,
  );
  const leftOut = (rule: keyof typeof LEFT_OUT_RULES, fault: string) =>
    all
      .filter((operation) => LEFT_OUT_RULES[rule]({ fault: faultNamed(fault), operation }, all, new Set()))
      .map(({ key }) => key);
  expect(leftOut('actions on all at once', 'server error')).toEqual(['POST /admin/reset']);
  const isNull = 'null where none is allowed';
  expect(leftOut('null in a member that need not be there', 'server error')).toEqual([]);
  expect(leftOut('null in a member that need not be there', isNull)).toEqual([
    'POST /admin/reset',
    'POST /orders/{id}/reset',
    'GET /version',
  ]);
});

test('calls that the document does not tell how to make are left out, named, and counted as missed beside the count', async () => {
  const unsaid = { ...subject, bundle: { ...subject.bundle, plans: [] }, told: subject.bundle };
  const untold = await count(unsaid, SLICE);
  expect(untold.cells).toEqual([]);
  expect(scoreOf([report, untold])).toMatchObject({ cells: 9, found: 9, untold: 9 });
  const { cells } = await count({ ...subject, told: subject.bundle }, SLICE);
  expect(cells).toHaveLength(9);
  const text = reportText([report, untold], [], { columns: [], further: [] }, '1.2.3');
  expect(text).toContain('| recall if 9 calls that documents do not tell how to make counted as missed | 50.0 % | — |');
});

test('journeys that see nothing are misses', async () => {
  const blind = { ...subject, bundle: { ...subject.bundle, plans: [] } };
  const { cells } = await count(blind, SLICE);
  expect(new Set(cells.map(({ missed }) => missed))).toEqual(new Set(['not called']));
  expect(scoreOf([{ ...report, cells }])).toMatchObject({ found: 0, rightlyNamed: 0 });
  expect(confusionOf(cells)).toEqual({ CONTRACT: { none: 7 }, PERSISTENCE: { none: 2 } });
});

test('a fault that changes nothing, or nothing that a journey looks at, is a miss that says so', async () => {
  const idle: Fault = { ...faultNamed('server error'), plant: () => (exchange) => exchange.send() };
  const unseen: Fault = {
    ...idle,
    plant: () => async (exchange) => {
      const answer = await exchange.send();
      return { ...answer, headers: { ...answer.headers, 'x-unseen': '1' } };
    },
  };
  const why = async (fault: Fault) => new Set((await count(subject, [fault])).cells.map(({ missed }) => missed));
  expect(await why(idle)).toEqual(new Set(['never met']));
  expect(await why(unseen)).toEqual(new Set(['not noticed']));
});

test('a verdict that does not name the fault is found but wrong', async () => {
  const mislabelled: Fault = { ...faultNamed('delete no-op'), expected: faultNamed('server error').expected };
  const { cells } = await count(subject, [mislabelled]);
  expect(scoreOf([{ ...report, cells }])).toMatchObject({ cells: 1, found: 1, rightlyNamed: 0 });
  expect(confusionOf(cells)).toEqual({ CONTRACT: { PERSISTENCE: 1 } });
});

test('a verdict on what the untouched server is known to do wrong is no false alarm, and no wrong one in a cell', async () => {
  const broken = faultNamed('server error');
  const planted = { faults: [], cleanRuns: 1, scenarios: [{ name: 'a defect', expected: [], plant: plantAt(broken) }] };
  const [operation = ''] = subject.bundle.plans.map((plan) => plan.subject);
  const alarmsOf = async (says: string) => {
    const known = { ...subject, defects: [{ operation, reasonCode: 'SERVER_ERROR' as const, says }] };
    return (await reportOn(known, () => undefined, planted)).falseAlarms;
  };
  expect(await alarmsOf('answered 500')).toEqual([]);
  expect(await alarmsOf('answered 503')).not.toEqual([]);
  expect((await reportOn(subject, () => undefined, planted)).falseAlarms).not.toEqual([]);
});

test('a decisive verdict without a fault is a false alarm', async () => {
  const alarmed = await reportOn(subject, () => undefined, {
    faults: [],
    cleanRuns: 1,
    scenarios: [{ name: 'a service that is down', expected: [], plant: plantAt(faultNamed('server error')) }],
  });
  expect(alarmed.falseAlarms.length).toBeGreaterThan(0);
  expect(scoreOf([alarmed]).falseAlarms[0]).toContain('example-todo: a service that is down: FAIL_DECISIVE_CONTRACT');
});

test('the table names each fault, each miss and each alarm', () => {
  const cells = report.cells.map((cell, index) =>
    index === 0 ? { ...cell, right: [], missed: 'not noticed' as const } : cell,
  );
  const [first] = cells;
  const text = reportText(
    [{ ...report, cells, falseAlarms: ['clean run: X'] }],
    [],
    { columns: [], further: [] },
    '1.2.3',
  );
  expect(text).toContain('for version 1.2.3');
  expect(text).toContain('| recall | 88.9 % (8 of 9 cells) | ≥ 95 % |');
  expect(text).toContain('| server error | 7 | 85.7 % | 100.0 % |');
  expect(text).toContain(`| example-todo | server error | not noticed | \`${first?.operation}\` |`);
  expect(text).toContain('- example-todo: clean run: X');
});

test('a sample is the same for the same cells in any order, and spread over subjects', () => {
  const cells = ['a', 'b', 'c'].flatMap((name) =>
    ['x', 'y'].flatMap((fault) => ['1', '2', '3'].map((operation) => ({ subject: name, fault, operation }))),
  );
  const sample = sampleOf(cells, 3);
  expect(sampleOf(cells.toReversed(), 3)).toEqual(expect.arrayContaining(sample));
  expect(sample).toHaveLength(6);
  for (const fault of ['x', 'y'])
    expect(new Set(sample.filter((cell) => cell.fault === fault).map((cell) => cell.subject)).size).toBe(3);
});

test('a tool that finds as many of the sample is run on more cells of that fault, and the table tells how many it found', () => {
  const place = { subject: 'a', operation: 'GET /x', requests: 1, seconds: 1 };
  const at = (fault: string, found: boolean) => ({ ...place, fault, found });
  const own = [at('x', true), at('y', true), at('server error', true)];
  const tool = [at('x', true), at('y', false), at('server error', true)];
  const all = ['x', 'y', 'server error'].flatMap((fault) =>
    ['1', '2'].map((operation) => ({ subject: 'a', fault, operation })),
  );
  const more = furtherCells(all, own, tool);
  expect(more.map(({ fault, operation }) => [fault, operation]).sort()).toEqual([
    ['x', '1'],
    ['x', '2'],
  ]);
  const run = more.map((cell) => ({ ...at('x', cell.operation === '1'), ...cell }));
  const further = furtherOf('Tool', run, () => true);
  expect(further).toEqual([{ fault: 'x', tool: 'Tool', cells: 2, found: 1, ours: 2 }]);
  const text = reportText([report], [], { columns: [], further }, '1.2.3');
  expect(text).toContain('| x | Tool | 2 | 50.0 % | 100.0 % |');
});

test('a row of known limits that lacks something is an error', () => {
  const table = (row: string) =>
    `\n## Missed cells\n| subject | operations | faults | why |\n| - | - | - | - |\n${row}\n`;
  expect(readKnownGaps(table('| a | `GET /x`, `GET /y` | one, two | because |'))).toEqual([
    { subject: 'a', operations: ['GET /x', 'GET /y'], faults: ['one', 'two'], reason: 'because' },
  ]);
  expect(() => readKnownGaps(table('| a | GET /x | one | because |'))).toThrow('lacks something');
  expect(() => readKnownGaps('# Nothing')).toThrow('no section');
});

/** A fault at the operation of the first plan, as a disturbance. */
function plantAt(fault: Fault): Scenario['plant'] {
  const [operation] = subject.bundle.plans.map((plan) => plan.subject);
  return (setting) => fault.plant({ ...setting, operation: setting.operations.find(({ key }) => key === operation)! });
}

function count(of: Subject, faults: Fault[]): Promise<SubjectReport> {
  return reportOn(of, () => undefined, { faults, scenarios: [], cleanRuns: 1 });
}
