import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startExampleTodo } from '#test/example-todo.ts';
import type { Figure } from './main.ts';
import { atMost, measureProcess, median } from './measure.ts';

/** The time of `dezycro verify` on the third-party example server: planning, proof, run and verdicts in one process. */
export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-verify-'));
  const todo = await startExampleTodo();
  try {
    const spec = join(folder, 'openapi.json');
    writeFileSync(spec, await (await fetch(`${todo.url}/openapi.json`)).text());
    const walls: number[] = [];
    const peaks: number[] = [];
    for (let round = 0; round < 5; round++) {
      const figures = await measureProcess([
        'clients/cli/main.ts',
        'verify',
        '--spec',
        spec,
        '--base-url',
        todo.url,
        '--json',
      ]);
      if (figures.exitCode !== 0)
        throw new Error(`verify ended with ${figures.exitCode}: ${figures.stdout.slice(0, 500)}`);
      walls.push(figures.wallMs);
      peaks.push(figures.peakMegabytes);
    }
    return [
      atMost('verify on example-todo (median of 5)', median(walls), 3000, 'ms'),
      atMost('verify peak memory (highest of 5)', Math.max(...peaks), 150, 'MiB'),
    ];
  } finally {
    await todo.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
