import { describe, expect, it } from 'vitest';
import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import {
  absent,
  add,
  all,
  atLeast,
  atMost,
  type Condition,
  different,
  equal,
  exists,
  greater,
  less,
  lessThanAttribute,
  remove,
  set,
  setIfAbsent,
  some,
} from '#adapters/dynamodb/expressions.ts';
import type { Subject } from './table-contract.ts';

/** Single items: round trip, conditions, updates. */
export function itemContract(subject: Subject): void {
  describe('single items', () => {
    it('an item comes back as it was put', async () => {
      const item = {
        pk: subject.partition(),
        sk: 'a',
        text: 'Ünïcödé 😀',
        empty: '',
        yes: true,
        no: false,
        nothing: null,
        whole: 42,
        fraction: -0.1,
        tiny: 1e-100,
        huge: 1.5e100,
        bytes: new Uint8Array([0, 255, 7]),
        list: ['a', 1, [null], { deep: true }],
        map: { 'a.b': { c: [] } },
        emptyMap: {},
      };
      await subject.table().put({ ...item, left: undefined });
      expect(await subject.table().get(item)).toEqual(item);
    });

    it('an absent item is undefined', async () => {
      expect(await subject.table().get({ pk: subject.partition(), sk: 'a' })).toBeUndefined();
    });

    it('a put replaces the whole item', async () => {
      const key = { pk: subject.partition(), sk: 'a' };
      await subject.table().put({ ...key, one: 1 });
      await subject.table().put({ ...key, two: 2 });
      expect(await subject.table().get(key)).toEqual({ ...key, two: 2 });
    });

    it('a failed condition names the old item and writes nothing', async () => {
      const old = { pk: subject.partition(), sk: 'a', version: 1 };
      await subject.table().put(old, absent('pk'));
      const failure = await subject
        .table()
        .put({ ...old, version: 2 }, absent('pk'))
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConditionFailed);
      expect(failure).toMatchObject({ index: 0, oldItem: old });
      expect(await subject.table().get(old)).toEqual(old);
    });

    it('a failed condition on an absent item has no old item', async () => {
      const failure = await subject
        .table()
        .delete({ pk: subject.partition(), sk: 'a' }, exists('pk'))
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConditionFailed);
      expect(failure).toMatchObject({ oldItem: undefined });
    });

    it('an update makes, changes and cleans an item and answers it whole', async () => {
      const key = { pk: subject.partition(), sk: 'a' };
      expect(await subject.table().update(key, [set('name', 'n'), add('count', 2), set('ws', {})])).toEqual({
        ...key,
        name: 'n',
        count: 2,
        ws: {},
      });
      const changes = [set(['ws', 'w-1'], 'ADMIN'), add('count', -5), setIfAbsent('name', 'other'), remove('gone')];
      expect(await subject.table().update(key, changes)).toEqual({
        ...key,
        name: 'n',
        count: -3,
        ws: { 'w-1': 'ADMIN' },
      });
      expect(await subject.table().update(key, [remove(['ws', 'w-1']), remove('name')])).toEqual({
        ...key,
        count: -3,
        ws: {},
      });
      expect(await subject.table().get(key)).toEqual({ ...key, count: -3, ws: {} });
    });

    it('a delete answers what was there', async () => {
      const item = { pk: subject.partition(), sk: 'a', n: 1 };
      await subject.table().put(item);
      expect(await subject.table().delete(item, equal('n', 1))).toEqual(item);
      expect(await subject.table().delete(item)).toBeUndefined();
      expect(await subject.table().get(item)).toBeUndefined();
    });

    const held: [string, boolean, Condition][] = [
      ['equal string', true, equal('s', 'b')],
      ['equal number across notations', true, equal('n', 5.0)],
      ['equal of another type', false, equal('n', '5')],
      ['equal null', true, equal('z', null)],
      ['equal bytes', true, equal('b', new Uint8Array([1]))],
      ['different on absent', true, different('nope', 1)],
      ['different on same', false, different('n', 5)],
      ['less string', true, less('s', 'ba')],
      ['less is strict', false, less('n', 5)],
      ['less across types', false, less('n', 'a')],
      ['at most', true, atMost('n', 5)],
      ['greater negative', true, greater('n', -6)],
      ['at least on absent', false, atLeast('nope', 0)],
      ['number order, not text order', true, less('n', 40)],
      ['nested', true, equal(['m', 'k'], true)],
      ['nested in absent', false, exists(['nope', 'k'])],
      ['two attributes', true, lessThanAttribute('n', 'cap')],
      ['two attributes, one absent', false, lessThanAttribute('n', 'nope')],
      ['all', false, all(exists('n'), exists('nope'))],
      ['some', true, some(absent('n'), all(equal('n', 5), exists('s')))],
      ['reserved word as name', true, absent('status')],
    ];
    it.each(held)('condition: %s is %s', async (_name, holds, condition) => {
      const item = {
        pk: subject.partition(),
        sk: 'a',
        s: 'b',
        n: 5,
        z: null,
        b: new Uint8Array([1]),
        m: { k: true },
        cap: 6,
      };
      await subject.table().put(item);
      const outcome = await subject
        .table()
        .update(item, [set('seen', true)], condition)
        .then(
          () => true,
          (error: unknown) => (error instanceof ConditionFailed ? false : error),
        );
      expect(outcome).toBe(holds);
    });
  });
}
