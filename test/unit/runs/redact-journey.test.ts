import { assert, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactJourney } from '#domain/runs/redact-journey.ts';
import type { UploadedJourney } from '#domain/runs/uploaded-result.ts';

const trace = { testCaseStepIndex: 0, method: 'GET', path: '/a', statusCode: 200, durationMs: 1 };
const journeyWith = (steps: object[]): UploadedJourney => ({
  id: '00000000-0000-5000-8000-000000000000',
  name: 'A journey',
  status: 'fail',
  steps: steps.map((step) => ({ ...trace, ...step })),
});
const plan = { steps: [{ params: { header: { 'X-Region': 'eu' } } }], teardown: [] } as unknown as Parameters<
  typeof redactJourney
>[0];
const redactSteps = (journey: UploadedJourney) => redactJourney(plan, journey).steps;
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
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`accept-${n}`, 'v'.repeat(9000)]));
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
        const journey = {
          ...journeyWith([{ path: text, error: text, responseBody: JSON.stringify(json) }]),
          details: text,
        };
        const once = redactJourney(plan, journey);
        expect(redactJourney(plan, once)).toEqual(once);
      }),
      { seed: 7 },
    );
  });

  test("shows the value of a header that neither the plan nor HTTP names nowhere: it is a persona's", () => {
    const requestHeaders = { 'X-Whatever': 'acme-4711-blue', 'x-region': 'eu-west', accept: 'application/json' };
    const step = only({
      requestHeaders,
      responseBody: '{"echo":"acme-4711-blue","region":"eu-west"}',
      path: '/a/acme-4711-blue',
    });
    expect(step.requestHeaders).toEqual({
      'X-Whatever': '[redacted]',
      'x-region': 'eu-west',
      accept: 'application/json',
    });
    expect(step.responseBody).toBe('{"echo":"[redacted]","region":"eu-west"}');
    expect(step.path).toBe('/a/[redacted]');
  });

  test('keeps its facts as they are: they are judged', () => {
    const facts = {
      attempts: [
        {
          nonce: 'n',
          steps: [
            {
              step: 's',
              statusCode: 200,
              identitySent: true,
              assertions: [
                {
                  op: 'equals' as const,
                  pointer: '/password',
                  relation: 'EQUAL' as const,
                  expected: 'hunter2',
                  actual: 'hunter2',
                },
              ],
            },
          ],
        },
      ],
    };
    expect(redactJourney(plan, { ...journeyWith([]), facts }).facts).toBe(facts);
  });

  test('shows no operand of an assertion about a secret', () => {
    const assertions = [{ op: 'equals', pointer: '/user/password', expected: 'blue', actual: 'green', passed: false }];
    expect(only({ assertions }).assertions).toEqual([
      { ...assertions[0], expected: '[redacted]', actual: '[redacted]' },
    ]);
  });
});
