import { describe, expect, it } from 'vitest';
import { remove, set } from '#adapters/dynamodb/expressions.ts';
import type { Cursor, Query } from '#adapters/dynamodb/table.ts';
import type { Item } from '#adapters/dynamodb/writes.ts';
import type { Subject } from './table-contract.ts';

/** Queries of table and index, and batch reads. */
export function readContract(subject: Subject): void {
  describe('queries', () => {
    const sks = ['', '0', 'A', 'a', 'a!', 'a/', 'aa', 'ab', 'a~', 'b', 'é', '😀'].map((end) => `s#${end}`);
    const sksOf = (items: readonly Item[]) => items.map(({ sk }) => sk);
    const filled = async (items: readonly Omit<Item, 'pk'>[]) => {
      const pk = subject.partition();
      await Promise.all(items.map((item) => subject.table().put({ ...item, pk } as Item)));
      return pk;
    };

    it('a partition comes in the byte order of its sort keys, either way', async () => {
      const pk = await filled(sks.map((sk) => ({ sk })));
      await filled([{ sk: 's#foreign' }]);
      const ordered = sks.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(sksOf((await subject.table().query({ pk })).items)).toEqual(ordered);
      expect(sksOf((await subject.table().query({ pk, descending: true })).items)).toEqual(ordered.toReversed());
    });

    it('ranges have the ends they state', async () => {
      const pk = await filled(sks.map((sk) => ({ sk })));
      const found = async (sk: NonNullable<Query['sk']>) => sksOf((await subject.table().query({ pk, sk })).items);
      expect(await found({ beginsWith: 's#a' })).toEqual(['s#a', 's#a!', 's#a/', 's#aa', 's#ab', 's#a~']);
      expect(await found({ from: 's#a', to: 's#aa' })).toEqual(['s#a', 's#a!', 's#a/', 's#aa']);
      expect(await found({ after: 's#ab' })).toEqual(['s#a~', 's#b', 's#é', 's#😀']);
      expect(await found({ before: 's#A' })).toEqual(['s#', 's#0']);
    });

    it.each([1, 3, 5, 100])('pages of %i concatenate to the collection', async (limit) => {
      const pk = await filled(sks.map((sk) => ({ sk })));
      const found: string[] = [];
      let start: Cursor | undefined;
      do {
        const page = await subject.table().query({ pk, limit, ...(start && { start }) });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...sksOf(page.items));
        start = page.next;
      } while (start !== undefined);
      expect(found).toEqual(sksOf((await subject.table().query({ pk })).items));
    });

    it('a partition over one megabyte comes whole', async () => {
      const pk = await filled(Array.from({ length: 5 }, (_, i) => ({ sk: `${i}`, fill: 'x'.repeat(300_000) })));
      expect(sksOf((await subject.table().query({ pk })).items)).toEqual(['0', '1', '2', '3', '4']);
    });

    it('the index holds the items with both of its keys and follows their changes', async () => {
      const pk = await filled([{ sk: 'none' }]);
      const gsi1pk = `${pk}#RUNNING`;
      await subject.table().put({ pk, sk: '1', gsi1pk, gsi1sk: 'b', n: 1 });
      await subject.table().put({ pk, sk: '2', gsi1pk, gsi1sk: 'a' });
      await subject.table().put({ pk, sk: '3', gsi1pk });
      const indexed = async (of: string) => sksOf((await subject.table().query({ pk: of, index: 'GSI1' })).items);
      expect(await indexed(gsi1pk)).toEqual(['2', '1']);
      await subject.table().update({ pk, sk: '1' }, [set('gsi1pk', `${pk}#DONE`), set('n', 2)]);
      await subject.table().update({ pk, sk: '2' }, [remove('gsi1sk')]);
      expect(await indexed(gsi1pk)).toEqual([]);
      expect((await subject.table().query({ pk: `${pk}#DONE`, index: 'GSI1' })).items).toMatchObject([
        { sk: '1', n: 2 },
      ]);
      await subject.table().delete({ pk, sk: '1' });
      expect(await indexed(`${pk}#DONE`)).toEqual([]);
    });

    it('pages of the index concatenate, equal sort keys included', async () => {
      const gsi1pk = subject.partition();
      const pk = await filled(
        Array.from({ length: 7 }, (_, i) => ({ sk: `${i}`, gsi1pk, gsi1sk: `${Math.floor(i / 3)}` })),
      );
      const found: string[] = [];
      let start: Cursor | undefined;
      do {
        const page = await subject.table().query({ pk: gsi1pk, index: 'GSI1', limit: 2, ...(start && { start }) });
        found.push(...sksOf(page.items));
        start = page.next;
      } while (start !== undefined);
      expect(found.toSorted()).toEqual(sksOf((await subject.table().query({ pk })).items));
    });
  });

  describe('batch reads', () => {
    it('items come in the order of the keys, absent ones undefined, repeated ones repeated', async () => {
      const pk = subject.partition();
      await Promise.all(Array.from({ length: 120 }, (_, i) => subject.table().put({ pk, sk: `${i}`, i })));
      const keys = [...Array.from({ length: 130 }, (_, i) => ({ pk, sk: `${129 - i}` })), { pk, sk: '7' }];
      const items = await subject.table().batchGet(keys);
      expect(items.map((item) => item?.['i'])).toEqual([
        ...Array.from({ length: 130 }, (_, i) => (129 - i < 120 ? 129 - i : undefined)),
        7,
      ]);
    });

    it('what one answer cannot hold is asked again', async () => {
      const pk = subject.partition();
      const keys = Array.from({ length: 44 }, (_, i) => ({ pk, sk: `${i}` }));
      await Promise.all(keys.map((key) => subject.table().put({ ...key, fill: 'x'.repeat(390_000) })));
      expect((await subject.table().batchGet(keys)).map((item) => item?.sk)).toEqual(keys.map(({ sk }) => sk));
    });
  });
}
