import { expect, test } from 'vitest';
import { journeyCard, journeyLine } from '#verifier/reporters/html-journey.ts';
import type { JourneyResult } from '#verifier/result/result.ts';

test('a body is shown indented, with its numbers as they were sent', () => {
  const responseBody = '{"id":9007199254740993,"ratio":1.0,"text":"<b>"}';
  const step = { method: 'GET', path: '/things/1', statusCode: 200, passed: true, durationMs: 1, requestHeaders: {} };
  const journey = { id: 'one', name: 'one', status: 'pass', steps: [{ ...step, responseBody }] };
  const page = journeyLine(journey as unknown as JourneyResult).replaceAll('&quot;', '"');
  expect(page).toContain('{\n  "id": 9007199254740993,\n  "ratio": 1.0,\n  "text": "&lt;b&gt;"\n}');
});

test('beside a read that shows a deleted item stands the deletion, not an earlier write with a body', () => {
  const step = { passed: true, durationMs: 1, requestHeaders: {}, statusCode: 200 };
  const steps = [
    { ...step, method: 'POST', path: '/things', statusCode: 201, requestBody: '{"name":"chair"}' },
    { ...step, method: 'DELETE', path: '/things/1', statusCode: 204 },
    { ...step, method: 'GET', path: '/things/1', passed: false },
  ];
  const verdict = { verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'NOT_DELETED' };
  const told = { id: 'one', name: 'one', status: 'fail', operations: [], persona: null, steps, ...verdict };
  const card = journeyCard({ told: told as unknown as JourneyResult, alike: [], behind: [] }, undefined);
  expect(card).toMatch(/Request of the write, answered 204<\/h4><pre tabindex="0">DELETE \/things\/1/);
});
