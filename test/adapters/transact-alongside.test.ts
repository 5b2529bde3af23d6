import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { readKeptAnswer, transactAlongside } from '#adapters/dynamodb/transact-alongside.ts';
import { absent } from '#adapters/dynamodb/expressions.ts';
import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import { mintScope } from '#domain/access/scope.ts';
import { type Alongside, KeyTaken, RateLimited } from '#domain/alongside.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { tables } = await openRecords();
const scope = mintScope.tenant(systemRuntime.newId());
const at = (time: string): Date => new Date(`2026-01-${time}Z`);
const kept = (keyHash: string, content: Uint8Array, now: Date): Alongside => ({
  answer: { keyHash, requestHash: 'r', content, now },
});
let count = 0;
const aWrite = () => ({ put: { ...keys.workspace(scope, `w${count++}`) }, if: absent('pk') });
const quotaOf = (counter: string, amount: number, limit = 1) => ({
  counter,
  amount,
  limit,
  now: at('01T00:00:10'),
  windowEndsAt: at('01T00:01:00'),
  says: `${limit} of ${counter}.`,
});
const put = (alongside: Alongside, writes = [aWrite()]) => transactAlongside(tables, scope, writes, alongside);

test('an answer is kept for its day, whole, however large; then the key is new again', async () => {
  for (const size of [1, 307_200, 307_201, 2_000_000]) {
    const [key, content] = [`size-${size}`, new Uint8Array(randomBytes(size))];
    await put(kept(key, content, at('01T00:00:00')));
    const found = await readKeptAnswer(tables, scope, key, at('01T23:59:59'));
    expect(found?.requestHash).toBe('r');
    expect(Buffer.compare(found!.content, content)).toBe(0);
    await expect(put(kept(key, content, at('01T12:00:00')))).rejects.toThrow(KeyTaken);
    expect(await readKeptAnswer(tables, scope, key, at('02T00:00:01'))).toBeUndefined();
    const next = new Uint8Array([1]);
    await put(kept(key, next, at('02T00:00:01')));
    expect(Buffer.compare((await readKeptAnswer(tables, scope, key, at('02T01:00:00')))!.content, next)).toBe(0);
  }
});

test('a refusal of the writes themselves comes before the quota and after a kept answer, and counts nothing', async () => {
  const write = aWrite();
  const quotas = [quotaOf('c', 1)];
  await put({ quotas }, [write]);
  await expect(put({ quotas }, [write])).rejects.toThrow(ConditionFailed);
  const refused = await put({ quotas }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimited);
  expect((refused as RateLimited).retryAfterSeconds).toBe(50);
  await put(kept('first', new Uint8Array([1]), at('01T00:00:00')));
  await expect(put({ ...kept('first', new Uint8Array([2]), at('01T00:00:00')), quotas }, [write])).rejects.toThrow(
    KeyTaken,
  );
});

test('of several quotas the one without room tells its limit and its end, and none is counted', async () => {
  const few = quotaOf('few', 1, 2);
  const large = (amount: number) => quotaOf('large', amount, 100);
  await put({ quotas: [few, large(60)] });
  const refused = await put({ quotas: [few, large(41)] }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RateLimited);
  expect((refused as RateLimited).message).toBe('100 of large. Try again in 50 s.');
  await put({ quotas: [few, large(40)] });
  await expect(put({ quotas: [few, large(1)] })).rejects.toThrow('2 of few.');
});
