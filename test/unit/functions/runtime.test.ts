import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { uuidV7Source } from '#functions/support/runtime.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are UUIDv7 and carry their time', () => {
  const newId = uuidV7Source(() => Date.UTC(2026, 0, 2), randomBytes);
  const id = newId();
  expect(id).toMatch(form);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 2));
});

test('ids of one process rise strictly: within a millisecond, past 4,096 of them, and when the clock goes back', () => {
  let now = 1_700_000_000_000;
  const newId = uuidV7Source(() => now, randomBytes);
  const ids: string[] = [];
  for (let index = 0; index < 10_000; index++) ids.push(newId());
  now -= 5000;
  for (let index = 0; index < 10; index++) ids.push(newId());
  now += 60_000;
  for (let index = 0; index < 10; index++) ids.push(newId());
  expect(ids.every((id) => form.test(id))).toBe(true);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
