import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { itemSizeBytes, type WireItem } from '../../local/table/attribute-values.ts';
import type { Change, EmbeddedTable } from '../../local/table/open-table.ts';

/** Request units of one partition key of the table or its index. */
export type Touch = { store: 'table' | 'index'; partition: string; readUnits: number; writeUnits: number };

/** The load of the table in one activity. */
export type TableLoad = { touches: Touch[]; inserted: Record<string, number>; storedBytes: number };

type Keys = Record<string, unknown>;
export type Input = {
  ConsistentRead?: boolean;
  IndexName?: string;
  Key?: Keys;
  ExpressionAttributeValues?: Keys;
  KeyConditionExpression?: string;
  RequestItems?: Record<string, { Keys: Keys[] }>;
  TransactItems?: TransactWriteItem[];
};
export type Output = { Item?: WireItem; Items?: WireItem[]; Responses?: Record<string, WireItem[]> };

const { partitionKey, sortKey, index } = tableSchema;
const readBlock = 4096;
const writeBlock = 1024;
/** DynamoDB counts each write of a transaction twice, for preparing and committing it. */
const transactionFactor = 2;

/**
 * Measures the load of each partition key of an embedded table as DynamoDB counts it: reads by the items returned,
 * writes of table and index by the images before and after. Must be created before anything else uses the table's
 * client.
 */
export class TableRecorder {
  #touches = new Map<string, Touch>();
  #inserted: Record<string, number> = {};
  #storedBytes = 0;
  readonly #inTransaction = new Set<string>();

  constructor(table: EmbeddedTable) {
    table.onChange((change) => this.#addChange(change));
    table.client.middlewareStack.add(
      (next) => async (args) => {
        const input = args.input as Input;
        const keys = (input.TransactItems ?? []).map(keyOfAction);
        for (const key of keys) this.#inTransaction.add(key);
        const result = await next(args).finally(() => {
          for (const key of keys) this.#inTransaction.delete(key);
        });
        this.#addChecks(input);
        for (const { store, key, units } of readsOf(input, result.output as Output))
          this.#touch(store, key).readUnits += units;
        return result;
      },
      { step: 'initialize', name: 'tableLoad' },
    );
  }

  /** The load since the last call, keys with most writes first. Resets the counters. */
  take(): TableLoad {
    const touches = [...this.#touches.values()].toSorted(byLoad);
    const load = { touches, inserted: this.#inserted, storedBytes: this.#storedBytes };
    this.#touches = new Map();
    this.#inserted = {};
    this.#storedBytes = 0;
    return load;
  }

  /** A condition check in a transaction costs as much as a write. */
  #addChecks({ TransactItems: items = [] }: Input): void {
    for (const { ConditionCheck: check } of items)
      if (check) this.#touch('table', textOf(check.Key?.[partitionKey])).writeUnits += transactionFactor;
  }

  #addChange({ oldImage, newImage }: Change): void {
    const image = (newImage ?? oldImage)!;
    const factor = this.#inTransaction.has(nameOf(image)) ? transactionFactor : 1;
    const [before, after] = [sizeOf(oldImage), sizeOf(newImage)];
    const units = Math.ceil(Math.max(before, after) / writeBlock);
    this.#touch('table', textOf(image[partitionKey])).writeUnits += units * factor;
    this.#storedBytes += after - before;
    const type = textOf(newImage?.['type']);
    if (oldImage === undefined && type !== '') this.#inserted[type] = (this.#inserted[type] ?? 0) + 1;
    this.#addIndexed(oldImage, newImage);
  }

  /**
   * The index counts one write for an item that is added, changed or removed there, and two if its index key changes.
   */
  #addIndexed(oldImage: WireItem | undefined, newImage: WireItem | undefined): void {
    const [from, to] = [placeOf(oldImage), placeOf(newImage)];
    const stays = from !== undefined && from === to;
    const [before, after] = [Math.ceil(sizeOf(oldImage) / writeBlock), Math.ceil(sizeOf(newImage) / writeBlock)];
    if (to !== undefined)
      this.#touch('index', textOf(newImage?.[index.partitionKey])).writeUnits += stays
        ? Math.max(before, after)
        : after;
    if (from !== undefined && !stays) this.#touch('index', textOf(oldImage?.[index.partitionKey])).writeUnits += before;
  }

  #touch(store: Touch['store'], key: string): Touch {
    const partition = familyOf(key);
    const name = `${store} ${partition}`;
    const touch = this.#touches.get(name) ?? { store, partition, readUnits: 0, writeUnits: 0 };
    this.#touches.set(name, touch);
    return touch;
  }
}

type Read = { store: Touch['store']; key: string; units: number };

/** The read units of one call by partition key, as DynamoDB counts them. */
export const readsOf = (input: Input, output: Output): Read[] => {
  const consistency = input.ConsistentRead === true ? 1 : 0.5;
  const read = (key: Keys, units: number): Read => ({ store: 'table', key: textOf(key[partitionKey]), units });
  if (input.Key && 'ConsistentRead' in input) return [read(input.Key, unitsOf(output.Item) * consistency)];
  if (input.KeyConditionExpression === undefined)
    return Object.entries(input.RequestItems ?? {}).flatMap(([name, { Keys }]) =>
      Keys.map((key) => read(key, unitsOf(findItem(output.Responses?.[name], key)))),
    );
  const bytes = (output.Items ?? []).reduce((sum, item) => sum + itemSizeBytes(item), 0);
  const [first = { S: '' }] = Object.values(input.ExpressionAttributeValues ?? {});
  const units = Math.max(1, Math.ceil(bytes / readBlock)) * consistency;
  return [{ ...read({ [partitionKey]: first }, units), store: input.IndexName ? 'index' : 'table' }];
};

const families = { T: 'tenant', W: 'workspace', P: 'project', U: 'user' } as const;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The kind of a key, with names instead of ids: `T#{tenant}#P#{project}#RUN`. */
export const familyOf = (key: string): string =>
  key
    .replaceAll(
      new RegExp(`\\b([TWPU])#${uuid}`, 'g'),
      (_, letter: keyof typeof families) => `${letter}#{${families[letter]}}`,
    )
    .replace(/^(PAT|EMAIL|SUB|INV|DOM|IDP)#.+$/, '$1#{digest}')
    .replace(/^(AUDIT#)\d.*$/, '$1{hour}')
    .replace(/^(OPEN#[A-Z]+#)[0-9a-f]$/, '$1{shard}');

const byLoad = (one: Touch, other: Touch): number =>
  other.writeUnits - one.writeUnits || other.readUnits - one.readUnits || (one.partition < other.partition ? -1 : 1);

const textOf = (value: unknown): string => (value as { S?: string } | undefined)?.S ?? '';
const nameOf = (key: Keys): string => `${textOf(key[partitionKey])} ${textOf(key[sortKey])}`;
const keyOfAction = ({ Put: put, Update: update, Delete: gone, ConditionCheck: check }: TransactWriteItem): string =>
  nameOf(put?.Item ?? update?.Key ?? gone?.Key ?? check?.Key ?? {});
const sizeOf = (item: WireItem | undefined): number => (item === undefined ? 0 : itemSizeBytes(item));
const unitsOf = (item: WireItem | undefined): number => Math.max(1, Math.ceil(sizeOf(item) / readBlock));
const findItem = (items: WireItem[] | undefined, key: Keys): WireItem | undefined =>
  items?.find((item) => nameOf(item) === nameOf(key));
const placeOf = (item: WireItem | undefined): string | undefined => {
  const [pk, sk] = [textOf(item?.[index.partitionKey]), textOf(item?.[index.sortKey])];
  return pk === '' ? undefined : `${pk} ${sk}`;
};
