import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressed } from '#functions/support/compressed.ts';

const headers = { 'content-type': 'application/json' };
const large = { statusCode: 200, headers, body: JSON.stringify(Array(200).fill('ein Größe')) };
const packed = (acceptEncoding: string | undefined) => compressed(large, acceptEncoding).isBase64Encoded === true;

it('a large answer is packed for whoever takes gzip, and unpacked is the same', () => {
  const result = compressed(large, 'gzip, deflate, br');
  expect(result.headers).toEqual({ ...headers, vary: 'accept-encoding', 'content-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(result.body, 'base64')).toString()).toBe(large.body);
  expect(result.body.length).toBeLessThan(large.body.length / 5);
});

it.for([
  ['gzip', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip;q=0, identity', false],
  ['gzip; q=0.0', false],
] as const)('Accept-Encoding %s: packed %s', ([acceptEncoding, isPacked]) => {
  expect(packed(acceptEncoding)).toBe(isPacked);
  expect(compressed(large, acceptEncoding).headers['vary']).toBe('accept-encoding');
});

it('a small answer stays as it is', () => {
  const small = { ...large, body: 'x'.repeat(1023) };
  expect(compressed(small, 'gzip')).toBe(small);
});

it('a header Vary of the answer is kept', () => {
  const page = { ...large, headers: { ...headers, vary: 'accept' } };
  for (const encoding of ['gzip', undefined])
    expect(compressed(page, encoding).headers['vary']).toBe('accept, accept-encoding');
});
