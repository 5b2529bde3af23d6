import { expect, test } from 'vitest';
import { openWork } from '#adapters/dynamodb/index-keys.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { tables, ports } = await openRecords();
const before = new Date('2026-02-01T00:00:00Z');
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const list = async (limit: number) =>
  (await ports['open-work:read'].listSeats(before, limit)).map(({ tenantId }) => tenantId);

/** Tenants whose seats are open work, the first one longest. */
const marked = async (ids: string[], placeOf = (id: string, since: string) => openWork('SEATS', since, id)) => {
  for (const [minute, id] of ids.entries())
    await tables(id).put({ ...keys.billing(mintScope.tenant(id)), ...placeOf(id, at(minute)) });
  return ids;
};
const inEachShard = (): string[] => [...'f7a0123456e89bcd'].map((digit) => systemRuntime.newId().slice(0, -1) + digit);

test('the open work of all shards is listed, oldest first, and that of before there were shards', async () => {
  const old = await marked([systemRuntime.newId()], (id, since) => ({
    gsi1pk: 'OPEN#SEATS',
    gsi1sk: `${since}#${id}`,
  }));
  const ids = await marked(inEachShard());
  const places = await Promise.all(ids.map((id) => tables(id).get(keys.billing(mintScope.tenant(id)))));
  expect(new Set(places.map((item) => item!['gsi1pk'])).size).toBe(16);
  expect((await list(1000)).toSorted()).toEqual([...old, ...ids].toSorted());
  expect((await list(1000)).filter((id) => ids.includes(id))).toEqual(ids);
});

test('of a backlog at most the limit is taken, and in turns all of it', async () => {
  for (let turn = 0; turn < 3; turn++) await marked(inEachShard());
  const left = new Set(await list(1000));
  for (const size = left.size; left.size > 0;) {
    const taken = await list(20);
    expect(taken.length).toBeLessThanOrEqual(20);
    expect(taken.length).toBeGreaterThan(0);
    expect(left.size).toBeLessThanOrEqual(size);
    for (const id of taken) {
      left.delete(id);
      await tables(id).delete(keys.billing(mintScope.tenant(id)));
    }
  }
  expect(await list(20)).toEqual([]);
});
