/**
 * A program that measures one store: `store-driver.ts <module with openTable, or bare> <folder>`. Prints JSON: writes
 * and reads, by one caller and by fifty, per second and per second of CPU.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type AttributeValue, type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';

export type Speed = { perSecond: number; perCpuSecond: number };
export type StoreSpeed = { writes: Speed; writesAtOnce: Speed; reads: Speed; readsAtOnce: Speed };

type Store = { write(n: number): Promise<unknown>; read(n: number): Promise<unknown>; close(): Promise<void> };
type OpenTable = (options: {
  directory: string;
}) => Promise<{ client: DynamoDBClient; tableName: string; close(): Promise<void> }>;

const count = { one: 500, many: 3_000 };
const callers = 50;
const item = (n: number): Record<string, AttributeValue> & { pk: { S: string }; sk: { S: string } } => ({
  pk: { S: `T#tenant#P#${n % 40}` },
  sk: { S: `F#${String(n).padStart(8, '0')}` },
  gsi1pk: { S: 'OPEN#BENCH' },
  gsi1sk: { S: String(n) },
  name: { S: `Feature ${n}` },
  count: { N: String(n) },
  text: { S: 'what a feature says of itself; '.repeat(25) },
});

const openStore = async (module: string, folder: string): Promise<Store> => {
  const { openTable } = (await import(pathToFileURL(module).href)) as { openTable: OpenTable };
  const {
    client,
    tableName: TableName,
    close,
  } = await openTable({ directory: folder }).then((table) => ({
    client: table.client,
    tableName: table.tableName,
    close: () => table.close(),
  }));
  const keyOf = ({ pk, sk }: ReturnType<typeof item>) => ({ pk, sk });
  return {
    write: (n) => client.send(new PutItemCommand({ TableName, Item: item(n) })),
    read: (n) => client.send(new GetItemCommand({ TableName, Key: keyOf(item(n)), ConsistentRead: true })),
    close,
  };
};

/** A bare SQLite store with the same bytes, each insert synced. */
const openBare = (folder: string): Store => {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE items (pk TEXT, sk TEXT, item TEXT, PRIMARY KEY (pk, sk))');
  const insert = database.prepare('INSERT OR REPLACE INTO items VALUES (?, ?, ?)');
  const select = database.prepare('SELECT item FROM items WHERE pk = ? AND sk = ?');
  return {
    write: async (n) => {
      const { pk, sk } = item(n);
      return insert.run(pk.S, sk.S, JSON.stringify(item(n)));
    },
    read: async (n) => {
      const { pk, sk } = item(n);
      return JSON.parse(select.get(pk.S, sk.S)!['item'] as string) as unknown;
    },
    close: async () => database.close(),
  };
};

/** The speed of `call(0)` … `call(total - 1)`, `atOnce` at a time. */
const speedOf = async (total: number, atOnce: number, call: (n: number) => Promise<unknown>): Promise<Speed> => {
  let next = 0;
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const caller = async (): Promise<void> => {
    while (next < total) await call(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: total / ((performance.now() - started) / 1000),
    perCpuSecond: total / ((user + system) / 1_000_000),
  };
};

const [module = '', folder = ''] = process.argv.slice(2);
const store = module === 'bare' ? openBare(folder) : await openStore(module, folder);
await speedOf(1_000, callers, (n) => store.write(n));
const speed: StoreSpeed = {
  writes: await speedOf(count.one, 1, (n) => store.write(10_000 + n)),
  writesAtOnce: await speedOf(count.many, callers, (n) => store.write(20_000 + n)),
  reads: await speedOf(count.one, 1, (n) => store.read(10_000 + n)),
  readsAtOnce: await speedOf(count.many, callers, (n) => store.read(20_000 + n)),
};
await store.close();
console.log(JSON.stringify(speed));
