import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '#adapters/dynamodb/marshall.ts';
import { openTable } from '../local/table/open-table.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

const records = 100_000;
const perTransaction = 100;

/**
 * `npm start` on an installed checkout: ms from process start to the line `ready`, with an empty table and with 100,000
 * records.
 */
export const run = async (): Promise<Figure[]> => {
  const data = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    const first = await startOnce(data);
    const empty = await startSeveralTimes(data);
    await fill(data);
    const full = await startSeveralTimes(data);
    return [
      atMost('first start to ready', first, 1500, 'ms'),
      atMost('later start to ready (median of 5)', empty, 500, 'ms'),
      atMost('start with 100,000 records (median of 5)', full, 500, 'ms'),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

const startSeveralTimes = async (data: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await startOnce(data));
  return median(times);
};

/** Fills the table with as many records as a used service has. */
const fill = async (data: string): Promise<void> => {
  const table = await openTable({ directory: join(data, 'table') });
  const text = 'what a feature says of itself; '.repeat(20);
  for (let from = 0; from < records; from += perTransaction) {
    const TransactItems = Array.from({ length: perTransaction }, (_, index) => {
      const Item = marshall({ pk: `T#bench#P#${from % 997}`, sk: `F#${from + index}`, name: `Feature ${from}`, text });
      return { Put: { TableName: table.tableName, Item } };
    });
    await table.client.send(new TransactWriteItemsCommand({ TransactItems }));
  }
  await table.close();
};

const startOnce = async (data: string): Promise<number> => {
  const started = performance.now();
  const child = spawn(process.execPath, ['local/main.ts', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<number>((resolve, reject) => {
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (/^ready http/m.test(seen)) resolve(performance.now() - started);
    });
    child.on('close', (code) => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
  child.removeAllListeners('close');
  const closed = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGTERM');
  await closed;
  return ready;
};
