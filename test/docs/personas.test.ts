import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

// A process for each example: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs', 'personas.md'), 'utf8');
const blocks = [...page.matchAll(/```(json|sh)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({ kind, text: text! }));
/** Each command with the file that stands before it, which is that of the section. */
const examples = blocks.flatMap(({ kind, text }, index) =>
  kind === 'sh'
    ? [{ script: text, personas: blocks[index - 1]?.kind === 'json' ? blocks[index - 1]!.text : undefined }]
    : [],
);
const typeOf = ({ script, personas }: (typeof examples)[number]) =>
  /"authType": "(?!BEARER)(\w+)"/.exec(personas ?? '')?.[1] ?? (personas === undefined ? script.trim() : 'BEARER');

let board: Awaited<ReturnType<typeof startTaskboard>>;
let folder: string;
beforeAll(async () => {
  board = await startTaskboard();
  folder = mkdtempSync(join(tmpdir(), 'personas-'));
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

const run = (script: string, cwd: string): Promise<{ code: number; out: string; said: string }> => {
  const dezycro = `dezycro() { "${process.execPath}" "${join(root, 'clients/cli/main.ts')}" "$@" --json; }\n`;
  const secrets = { TOKEN: board.token('alice'), VIEWER_TOKEN: board.token('vic'), API_KEY: 'key-of-alice' };
  const env = { PATH: process.env['PATH'], HOME: cwd, PASSWORD: 'wonderland', VIC: 'looking-glass', ...secrets };
  const options = { cwd, env, maxBuffer: 1e8 };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', dezycro + script], options, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
  });
};

it('the page has an example of each of the six types', () => {
  const types = new Set([...page.matchAll(/^### (\w+)$/gm)].map(([, type]) => type));
  expect([...types]).toEqual(['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE']);
});

it.each(examples.map((example) => [typeOf(example), example] as const))(
  'the example for %s passes as it is printed',
  async (_type, { script, personas }) => {
    const cwd = mkdtempSync(join(folder, 'example-'));
    writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(taskboardSpec));
    if (personas !== undefined) writeFileSync(join(cwd, 'personas.json'), personas);
    const { code, out, said } = await run(script.replaceAll('http://127.0.0.1:3000', board.url), cwd);
    expect([code, said]).toEqual([0, expect.not.stringContaining('warning')]);
    const { summary } = JSON.parse(out) as ResultDocument;
    expect([summary.passed, summary.total > 30]).toEqual([summary.total, true]);
  },
);
