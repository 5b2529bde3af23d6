import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import type { JourneyResult } from '#verifier/result/result.ts';
import type { Replay } from '#verifier/replay/replay.ts';
import { writeScript } from '../../clients/replay/write-script.ts';
import type { Fault } from './proxy/fault-proxy.ts';
import { behindProxy, plansOver, verify } from './run-cell.ts';
import type { Subject } from './subject.ts';

/**
 * The outputs of a decisive failure's replay script, behind the fault and on the sound server. Absent if the result has
 * no replay.
 */
export type Replayed = {
  subject: string;
  fault: string;
  operation: string;
  journey: string;
  reasonCode: string;
  behind?: ScriptEnd;
  without?: ScriptEnd;
  script?: string;
};

export type ScriptEnd = { code: number | null; said: string };

/**
 * Plants a fault, runs the plans that can notice it, and runs each failure's replay script with the fault and without
 * it.
 */
export async function replayCell(subject: Subject, fault: Fault, operation: string, most = 6): Promise<Replayed[]> {
  const scripts = await behindProxy(subject, { planted: { fault, operation } }, async ({ url }, env) => {
    const plans = plansOver(subject, operation).slice(0, most);
    if (plans.length === 0) return [];
    const { journeys } = await verify(subject, url, { plans, env });
    const failed = journeys.filter(({ status }) => status === 'fail');
    return Promise.all(
      failed.map(async (journey) => ({ journey, script: scriptOf(journey), behind: await runOf(journey, url, env) })),
    );
  });
  return behindProxy(subject, {}, async ({ url }, env) =>
    Promise.all(
      scripts.map(async ({ journey, behind, script }) => {
        const without = await runOf(journey, url, env);
        return {
          subject: subject.name,
          fault: fault.name,
          operation,
          journey: journey.name,
          reasonCode: journey.reasonCode ?? '',
          ...(behind ? { behind } : {}),
          ...(without ? { without } : {}),
          ...(script === undefined ? {} : { script }),
        };
      }),
    ),
  );
}

const scriptOf = ({ replay, name, details = '' }: JourneyResult): string | undefined =>
  replay === undefined ? undefined : writeScript(JSON.parse(replay) as Replay, { name, details });

async function runOf(journey: JourneyResult, url: string, env: Record<string, string>): Promise<ScriptEnd | undefined> {
  const script = scriptOf(journey);
  return script === undefined
    ? undefined
    : runScript(script, { ...env, BASE_URL: withPathOf(journey, url), WAIT_SECONDS: '1' });
}

/** The base URL of the run at another origin. */
const withPathOf = ({ replay = '{}' }: JourneyResult, url: string): string =>
  new URL(url).origin + new URL((JSON.parse(replay) as Replay).baseUrl).pathname.replace(/\/$/, '');

/** Runs a script with `sh`, with only `env` and PATH in its environment. */
export async function runScript(script: string, env: Record<string, string>, folder = tmpdir()): Promise<ScriptEnd> {
  const child = spawn('/bin/sh', ['-s'], { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
  child.stdin.end(script);
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, said: out + said };
}
