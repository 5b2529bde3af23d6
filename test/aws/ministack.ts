import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { untilUp } from '../support/until-up.ts';

export type MiniStack = {
  endpoint: string;
  /** What it printed, functions' output included. */
  logFile: string;
  /** Where a test writes how many builds the account may run at once. */
  buildLimitFile: string;
  stop(): Promise<void>;
};

/** Starts the emulator on a free local port and answers once it is healthy and enforces IAM. `folder` must lie outside the repository. */
export const startMiniStack = async (folder: string): Promise<MiniStack> => {
  const port = await freePort();
  const logFile = join(folder, 'ministack.log');
  const buildLimitFile = join(folder, 'build-limit');
  const log = openSync(logFile, 'a');
  const emulator = spawn('.oracles/ministack/bin/python', ['test/aws/start-ministack.py'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      // Functions run on the first `node` of the path.
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      AUTH: 'true',
      IOT_MTLS_ENABLED: '0',
      BUILD_LIMIT_FILE: buildLimitFile,
      // A minute of a state machine's waiting is three seconds.
      SFN_WAIT_SCALE: '0.05',
      // Functions are unpacked here; inside a package of ES modules its loader would refuse them.
      TMPDIR: folder,
      STATE_DIR: join(folder, 'state'),
    },
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = () => end(emulator);
  const health = await healthOf(endpoint, emulator);
  if (health?.auth !== 'enabled') {
    await stop();
    throw new Error(`MiniStack ${health ? 'does not enforce IAM' : 'did not start'}; see ${logFile}`);
  }
  return { endpoint, logFile, buildLimitFile, stop };
};

const healthOf = (endpoint: string, emulator: ChildProcess): Promise<{ auth?: string } | undefined> =>
  untilUp(emulator, async () => {
    const answer = await fetch(`${endpoint}/_ministack/health`).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { auth?: string }) : undefined;
  });

/** TERM, and KILL for what is still there two seconds later. */
const end = async (emulator: ChildProcess): Promise<void> => {
  if (emulator.exitCode !== null || emulator.signalCode !== null) return;
  const gone = once(emulator, 'exit');
  emulator.kill('SIGTERM');
  const timer = setTimeout(() => emulator.kill('SIGKILL'), 2000);
  await gone;
  clearTimeout(timer);
};
