// dynalite ships no types. These are the parts of 4.0.0 (exact pin) that the embedded table builds on.

declare module 'dynalite/db/index.js' {
  /** An attribute value as it travels: binary as base64, numbers as text. */
  export type WireValue = Record<string, unknown>;
  export type WireItem = Record<string, WireValue>;
  export type Callback<T> = (error: Error | null | undefined, value?: T) => void;
  export interface KeyElement {
    AttributeName: string;
    KeyType: 'HASH' | 'RANGE';
  }
  export interface TableDescription {
    TableName: string;
    TableStatus: 'ACTIVE';
    AttributeDefinitions: { AttributeName: string; AttributeType: 'S' }[];
    KeySchema: KeyElement[];
    GlobalSecondaryIndexes: {
      IndexName: string;
      IndexStatus: 'ACTIVE';
      KeySchema: KeyElement[];
      Projection: { ProjectionType: 'ALL' };
    }[];
  }
  export type LevelOperation = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };
  export interface Level {
    open(): Promise<void>;
    close(): Promise<void>;
    getSync(key: string): WireItem | undefined;
    batch(operations: LevelOperation[]): Promise<void>;
    values(range: object): { nextv(count: number): Promise<WireItem[]>; close(): Promise<void> };
  }
  export interface Rows {
    lock(key: string, run: (release: <C>(callback: C) => C) => void): void;
    get(key: string, callback: Callback<WireItem>): void;
    put(key: string, item: WireItem, callback: Callback<void>): void;
    del(key: string, callback: Callback<void>): void;
    createValueStream(range: Record<string, unknown>): NodeJS.EventEmitter;
  }
  export interface Store {
    options: { maxItemSize: number };
    getTable(
      name: string,
      checkStatus: boolean | Callback<TableDescription>,
      callback?: Callback<TableDescription>,
    ): void;
    getItemDb(tableName: string): Rows;
    getIndexDb(kind: string, tableName: string, indexName: string): Rows;
  }
  export interface Parsed {
    TableName: string;
    _condition?: { expression: unknown };
    _filter?: { expression: unknown };
  }

  interface Engine {
    create(options: { path?: string }): { db: Level };
    createKey(item: WireItem, table: TableDescription): string;
    validateKey(key: WireItem, table: TableDescription): Error | null | undefined;
    checkConditional(input: object, existing: WireItem | undefined): Error | null | undefined;
    itemSize(item: WireItem): number;
  }
  const engine: Engine;
  export default engine;
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js';

  export type Custom = (input: object, store: Store) => string | undefined;
  const validations: {
    checkTypes<T>(input: object, types: object): T;
    checkValidations(input: object, types: object, custom: Custom, store: Store): void;
  };
  export default validations;
}

declare module 'dynalite/validations/*.js' {
  import type { Custom } from 'dynalite/validations/index.js';

  const validation: { types: Record<string, unknown>; custom: Custom };
  export default validation;
}

declare module 'dynalite/actions/*.js' {
  import type { Callback, Store } from 'dynalite/db/index.js';

  const action: (store: Store, input: object, callback: Callback<object>) => void;
  export default action;
}
