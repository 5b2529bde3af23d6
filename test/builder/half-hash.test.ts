import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashFrom, hashUpTo } from '#builder/half-hash.ts';

it('a hash that goes on from a kept state is that of the whole', async () => {
  const file = fc.uint8Array({ maxLength: 300 });
  const property = fc.asyncProperty(file, fc.nat(300), async (bytes, at) => {
    const sizeBytes = Math.min(at, bytes.length);
    const whole = createHash('sha256').update(bytes).digest('hex');
    expect(await hashFrom(await hashUpTo(sizeBytes, bytes), bytes.subarray(sizeBytes))).toBe(whole);
  });
  await fc.assert(property, { seed: 7, numRuns: 60 });
});

it('what is no state is refused', async () => {
  await expect(hashFrom('AAAA', Buffer.from('x'))).rejects.toThrow();
});
