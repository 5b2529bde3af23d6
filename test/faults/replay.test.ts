import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cellsOf } from '../../bench/detect/applicable-cells.ts';
import { replayCell } from '../../bench/detect/replay-cell.ts';
import { devices } from '../subjects/devices/server.ts';
import { forum } from '../subjects/forum/server.ts';
import { notebook } from '../subjects/notebook/server.ts';

/** One of each way in which an answer may be wrong: a value, the schema of a list, what was deleted. */
const QUICK = ['write not stored', 'required field dropped', 'delete no-op'];
const all = process.env['FULL_SIZE'] !== undefined;

const hasJq = (): boolean => {
  try {
    return execFileSync('jq', ['--version'], { encoding: 'utf8' }).startsWith('jq-');
  } catch {
    // A machine without jq.
    return false;
  }
};

it.runIf(hasJq())(
  'the script of each decisive failure exits 1 behind the planted fault and 0 on the sound server',
  async () => {
    const subject = await notebook();
    const { cells } = await cellsOf(subject);
    const first = Map.groupBy(cells, ({ fault }) => fault.name);
    const chosen = all ? cells : QUICK.flatMap((name) => first.get(name)?.slice(0, 1) ?? []);
    const replayed = [];
    for (const { fault, operation } of chosen) replayed.push(...(await replayCell(subject, fault, operation.key, 2)));
    await subject.close();
    const wrong = replayed.filter(({ behind, without }) => behind?.code !== 1 || without?.code !== 0);
    expect(wrong.map(({ script: _script, ...told }) => told)).toEqual([]);
    expect(replayed.length).toBeGreaterThanOrEqual(all ? 20 : 3);
  },
  all ? 900_000 : 180_000,
);

it.runIf(hasJq()).each([
  [devices, 'last item of a full page lost', 'GET /devices', 'pages by a cursor'],
  [forum, 'action no-op', 'PUT /posts/{postId}/like', 'a value that was false before'],
])(
  'the script of a failure tells the fault also by what a reader of JSON may lose: %o %s at %s, %s',
  async (open, name, key) => {
    const subject = await open();
    const cell = (await cellsOf(subject)).cells.find((one) => one.fault.name === name && one.operation.key === key);
    const replayed = cell === undefined ? [] : await replayCell(subject, cell.fault, key);
    await subject.close();
    expect(replayed.length).toBeGreaterThan(0);
    expect(replayed.map(({ behind, without }) => [behind?.code, without?.code])).toEqual(replayed.map(() => [1, 0]));
  },
  180_000,
);

it.skipIf(hasJq())('SKIPPED: this machine has no jq, so no script was run', () => {
  console.warn('SKIPPED the proof of dezycro replay: jq is not installed');
});
