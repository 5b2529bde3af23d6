import { expect, test } from 'vitest';
import { openScenario } from '../support/scenario.ts';

const scenario = await openScenario();
const get = (accept?: string) =>
  scenario.nobody.send<{ code: string }>('GET', '/', undefined, accept === undefined ? {} : { accept });

test('200: whoever accepts anything or HTML has the page, which may load nothing', async () => {
  for (const accept of [undefined, '*/*', 'text/html,application/xhtml+xml,application/json;q=0.9']) {
    const { status, headers, text } = await get(accept);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    // Deployed, the page varies by Accept-Encoding, too.
    expect(headers['vary']?.split(', ')).toContain('accept');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
    expect(text).toContain('href="/docs#getting-started"');
  }
});

test('404: a machine that accepts JSON alone is told ROUTE_NOT_FOUND and where the interface is described', async () => {
  const { status, headers, body } = await get('application/json');
  expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
  expect(body).toMatchObject({
    code: 'ROUTE_NOT_FOUND',
    detail: 'There is no route /. See /api/v1/openapi.json.',
  });
});
