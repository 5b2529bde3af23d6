import { execFileSync } from 'node:child_process';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

/** The output of `bench/upload/commit.ts`. */
export type Upload = {
  documentBytes: number;
  writeUnits: number;
  puts: number;
  tookMs: number;
  grownMegabytes: number;
};

const program = new URL('upload/commit.ts', import.meta.url).pathname;

const measure = (...words: string[]): Upload => {
  const output = execFileSync(process.execPath, ['--expose-gc', program, ...words], { encoding: 'utf8' });
  return JSON.parse(output) as Upload;
};

/** The cost of uploading many results, from commit to response. In its own process, on the embedded stores. */
export const run = async (): Promise<Figure[]> => {
  const ten = measure('10000');
  // With their steps, 50,000 results exceed the limit of an upload.
  const fifty = measure('50000', 'without-steps');
  return [
    atMost('10,000 results: document', ten.documentBytes / 1e6, Number.POSITIVE_INFINITY, 'MB'),
    atMost('10,000 results: write units of the table', ten.writeUnits, 500, 'WRU'),
    atMost('10,000 results: documents put', ten.puts, 2, ''),
    atMost('10,000 results: time', ten.tookMs / 1000, 3, 's'),
    atMost('10,000 results: memory beyond the idle process', ten.grownMegabytes, 128, 'MB'),
    atMost('50,000 without steps: document', fifty.documentBytes / 1e6, Number.POSITIVE_INFINITY, 'MB'),
    atMost('50,000 without steps: time', fifty.tookMs / 1000, 15, 's'),
    atMost(
      '50,000 without steps: memory beyond the idle process',
      fifty.grownMegabytes,
      Number.POSITIVE_INFINITY,
      'MB',
    ),
  ];
};
