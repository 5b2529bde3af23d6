import { expect, test } from 'vitest';
import { redactNamed } from '#verifier/engine/redaction/redact-named.ts';
import { createRedactor } from '#verifier/engine/redaction/redactor.ts';

/** CPU milliseconds of this thread: others of the process run other tests. */
function cpuOf(text: string): number {
  const began = process.threadCpuUsage();
  redactNamed(text);
  return process.threadCpuUsage(began).user / 1000;
}

test.each([
  '<session>a b ',
  '<session>ab',
  '<session><![CDATA[ab',
  '<password>',
  '<password><a>x',
  '<pin><b>c ',
  '<a1-sid><b>',
  'name="session">ab',
  'name="session"\n\nab',
  'session: a b ',
  'session:ab.',
  'session=ab.',
  'session="a ',
  '\\"session\\":\\"a ',
  'tokens=[',
])('%j over and over takes linear time', (unit) => {
  const eighth = unit.repeat((64 * 1024) / unit.length);
  const small = Math.min(...[1, 2, 3].map(() => cpuOf(eighth)));
  const large = cpuOf(eighth.repeat(8));
  expect(large).toBeLessThan(1_000);
  // Eight times the text: eight times the time if it is linear, 64 times if it is quadratic.
  expect(large).toBeLessThan(24 * Math.max(small, 5));
});

test.each<[text: string, masked: string]>([
  ['{\\"password\\":\\"a\\\\\\"bcd\\",\\"id\\":1}', '{\\"password\\":\\"[redacted]\\",\\"id\\":1}'],
  ['{\\"password\\":\\"a\\\\\\\\\\",\\"id\\":1}', '{\\"password\\":\\"[redacted]\\",\\"id\\":1}'],
  [
    '{\\\\\\"pin\\\\\\":\\\\\\"a\\\\\\",\\\\\\"id\\\\\\":1}',
    '{\\\\\\"pin\\\\\\":\\\\\\"[redacted]\\\\\\",\\\\\\"id\\\\\\":1}',
  ],
  ['{"password":"a\\"bcd","id":1', '{"password":"[redacted]","id":1'],
  ['{"password":"a\\\\","id":1', '{"password":"[redacted]","id":1'],
  ['password: "correct horse battery"', 'password: "[redacted]"'],
  ['<password><a>x</a></password><b>y</b>', '<password>[redacted]</password><b>y</b>'],
  ['<password>password>x<b>y</b>', '<password>[redacted]'],
  ['<password><![CDATA[x]]></password>', '<password>[redacted]</password>'],
  ['<session>abcd1234', '<session>[redacted]'],
  ['<session>abcd1234<', '<session>[redacted]<'],
])('%s: no part of the secret is left', (text, masked) => {
  expect(redactNamed(text)).toBe(masked);
});

test('a long secret is masked to its end', () => {
  const token = 'a1'.repeat(3_000);
  expect(redactNamed(`token=${token}&next=1`)).toBe('token=[redacted]&next=1');
  expect(redactNamed(`token: ${token}, next`)).toBe('token: [redacted], next');
  expect(redactNamed(`token: ${'a'.repeat(200)}1, next`)).toBe('token: [redacted], next');
});

test('words after a name are shown: they cannot be told from the sentence of a validation error', () => {
  for (const text of [
    'password: must not be blank',
    'password: correct horse battery',
    '<auth><type>none</type></auth>',
  ])
    expect(createRedactor().text(text)).toBe(text);
});
