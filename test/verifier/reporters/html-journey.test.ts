import { expect, test } from 'vitest';
import { journeyLine } from '#verifier/reporters/html-journey.ts';
import type { JourneyResult } from '#verifier/result/result.ts';

test('a body is shown indented, with its numbers as they were sent', () => {
  const responseBody = '{"id":9007199254740993,"ratio":1.0,"text":"<b>"}';
  const step = { method: 'GET', path: '/things/1', statusCode: 200, passed: true, durationMs: 1, requestHeaders: {} };
  const journey = { id: 'one', name: 'one', status: 'pass', steps: [{ ...step, responseBody }] };
  const page = journeyLine(journey as unknown as JourneyResult).replaceAll('&quot;', '"');
  expect(page).toContain('{\n  "id": 9007199254740993,\n  "ratio": 1.0,\n  "text": "&lt;b&gt;"\n}');
});
