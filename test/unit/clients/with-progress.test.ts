import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from '../../../clients/cli/with-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is said about work that takes so long. */
const saidAbout = async (durationMs: number, stderrIsTerminal: boolean): Promise<string> => {
  let said = '';
  const io = { stderrIsTerminal, stderr: (text: string) => void (said += text) };
  const work = withProgress('downloading', io, async (show) => {
    show('1.0 of 2.0 MB');
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    return 'done';
  });
  await vi.advanceTimersByTimeAsync(durationMs);
  expect(await work).toBe('done');
  return said;
};

it('work of less than a second says nothing', async () => {
  expect([await saidAbout(900, true), await saidAbout(900, false)]).toEqual(['', '']);
});

it('longer work says so once where nobody looks on', async () => {
  expect(await saidAbout(5000, false)).toBe('downloading …\n');
});

it('on a terminal a line counts and is gone at the end', async () => {
  const said = await saidAbout(3000, true);
  expect(said).toContain('\r\u001B[2Kdownloading … 1.0 of 2.0 MB · 2 s');
  expect(said.endsWith('\r\u001B[2K')).toBe(true);
  expect(said).not.toContain('\n');
});

it('work that fails takes its line away too', async () => {
  let said = '';
  const io = { stderrIsTerminal: true, stderr: (text: string) => void (said += text) };
  const work = withProgress('publishing', io, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    throw new Error('refused');
  });
  const refused = expect(work).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(1500);
  await refused;
  expect(said.endsWith('\r\u001B[2K')).toBe(true);
});
