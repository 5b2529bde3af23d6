import { createInterface } from 'node:readline';
import { runScript } from './run-script.ts';
import { asLine } from './as-line.ts';
import type { FromSandbox, ToSandbox } from './script-process.ts';
import type { ScriptRun } from './script-runner.ts';

/**
 * The sandbox side of `scriptProcess`: runs the script of the first line of stdin, and ends the process when stdin is
 * closed.
 */
export async function serveSandbox(): Promise<void> {
  const waiting = new Map<number, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  const say = (message: FromSandbox): void => void process.stdout.write(asLine(message));
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  let calls = 0;
  const fetch: ScriptRun['fetch'] = (request, timeoutMs) =>
    new Promise((resolve, reject) => {
      calls += 1;
      waiting.set(calls, { resolve, reject });
      say({ id: calls, fetch: request, timeoutMs });
    });
  lines.on('line', async (line) => {
    const message = JSON.parse(line) as ToSandbox;
    if ('id' in message) {
      const call = waiting.get(message.id);
      if ('error' in message) call?.reject(new Error(message.error));
      else call?.resolve(message.answer);
      return;
    }
    say({ ready: true });
    const startedAt = performance.now();
    const nowMs = (): number => Math.round(message.nowMs + performance.now() - startedAt);
    say({ outcome: await runScript({ ...message, nowMs, fetch }) });
  });
  // stdin is closed: the parent has ended or has the result.
  await new Promise((resolve) => lines.on('close', resolve));
  process.exit(0);
}
