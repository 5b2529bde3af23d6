import { assert, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactJson, redactSteps, redactText } from '#domain/runs/redact-journey.ts';
import type { UploadedJourney } from '#domain/runs/uploaded-result.ts';

const trace = { testCaseStepIndex: 0, method: 'GET', path: '/a', statusCode: 200, durationMs: 1 };
const journeyWith = (steps: object[]): UploadedJourney => ({
  id: '00000000-0000-5000-8000-000000000000',
  name: 'A journey',
  status: 'fail',
  steps: steps.map((step) => ({ ...trace, ...step })),
});
const only = (step: object) => redactSteps(journeyWith([step]))[0]!;

const canaries = {
  'a signed token': `eyJ${'a'.repeat(12)}.${'b'.repeat(12)}.${'c'.repeat(12)}`,
  'our own token': `dzy_${'Z'.repeat(46)}`,
  'a cloud key': 'AKIAIOSFODNN7EXAMPLE',
  'a code host key': `ghp_${'x'.repeat(36)}`,
};

describe('an uploaded trace', () => {
  test.each(Object.entries(canaries))('shows %s nowhere', (_name, secret) => {
    const step = only({
      path: `/a?key=${secret}`,
      error: `refused ${secret}`,
      stepDescription: secret,
      requestBody: JSON.stringify({ note: secret }),
      responseBody: `plain ${secret}`,
      requestHeaders: { 'x-note': secret },
      responseHeaders: { location: `/b/${secret}` },
      assertions: [{ op: 'equals', pointer: '/a', expected: secret, actual: { deep: [secret] }, passed: false }],
    });
    expect(JSON.stringify(step)).not.toContain(secret);
  });

  test('shows nothing under a name that speaks of secrets', () => {
    const step = only({
      requestHeaders: { authorization: 'Basic aHVudGVyMg==', cookie: 'id=hunter2', accept: '*/*' },
      responseBody: JSON.stringify({ user: { password: 'hunter2', name: 'Ada' } }),
    });
    expect(JSON.stringify(step)).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(step.requestHeaders?.['accept']).toBe('*/*');
    expect(step.responseBody).toContain('Ada');
  });

  test('is cut to its limits: 200 steps, 16 KiB of body, 100 headers of 8 KiB', () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`h${n}`, 'v'.repeat(9000)]));
    const steps = redactSteps(journeyWith(Array.from({ length: 201 }, () => ({ requestHeaders: headers }))));
    expect(steps).toHaveLength(200);
    const kept = Object.values(steps[0]!.requestHeaders ?? {});
    expect([kept.length, kept[0]?.length]).toEqual([100, 8192]);
    const { responseBody = '' } = only({ responseBody: 'b'.repeat(20_000) });
    expect(responseBody).toBe(`${'b'.repeat(16_384)}… [cut, 20000 bytes]`);
    expect(only({ responseBody }).responseBody).toBe(responseBody);
  });

  test('is redacted once for all: a second time changes nothing', () => {
    assert(
      property(string(), jsonValue(), (text, json) => {
        expect(redactText(redactText(text))).toBe(redactText(text));
        const once = redactJson(json as never);
        expect(redactJson(once)).toEqual(once);
      }),
      { seed: 7 },
    );
  });
});
