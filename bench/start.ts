import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

/** `npm start` on an installed checkout: process start to the line `ready`, first and later starts. */
export const run = async (): Promise<Figure[]> => {
  const data = mkdtempSync(join(tmpdir(), 'bench-start-'));
  try {
    const first = await startOnce(data);
    const later: number[] = [];
    for (let round = 0; round < 5; round++) later.push(await startOnce(data));
    return [
      atMost('first start to ready', first, 1500, 'ms'),
      atMost('later start to ready (median of 5)', median(later), 1500, 'ms'),
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
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
