import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe } from 'vitest';
import { Table } from '#adapters/dynamodb/table.ts';
import { itemContract } from './item-contract.ts';
import { readContract } from './read-contract.ts';
import { refusalContract } from './refusal-contract.ts';
import { transactionContract } from './transaction-contract.ts';

export interface Engine {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  close(): Promise<void>;
}

/** The engine under test; functions, because it opens only when the tests run. */
export interface Subject {
  readonly table: () => Table;
  readonly client: () => DynamoDBClient;
  readonly tableName: () => string;
  /** A partition that no other test touches. */
  readonly partition: () => string;
}

/** What the adapter relies on, held against every engine that it runs on. */
export function tableContract(name: string, open: () => Promise<Engine>): void {
  describe(`table on ${name}`, () => {
    let engine: Engine;
    let partitions = 0;

    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine.close());

    const subject: Subject = {
      table: () => new Table(engine, 't1'),
      client: () => engine.client,
      tableName: () => engine.tableName,
      partition: () => `T#t1#${(partitions += 1)}`,
    };
    itemContract(subject);
    readContract(subject);
    transactionContract(subject);
    refusalContract(subject);
  });
}
