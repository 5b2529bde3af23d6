import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { openScenario } from '../support/scenario.ts';

const scenario = await openScenario();

test('200: anyone may read the page, and it may load nothing', async () => {
  const { status, text, headers } = await scenario.nobody.get('/docs');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = headers['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:;/);
  expect(policy).not.toContain('unsafe');
  for (const { operationId } of registry) expect(text).toContain(`<article id="${operationId}"`);
});

test('200: what the document says is text, never markup', async () => {
  const { text } = await scenario.nobody.get('/docs');
  expect(text).toContain('Authorization: Bearer');
  expect(text.match(/<script>/g)).toHaveLength(1);
});
