import { lookup } from 'node:dns/promises';
import { accessSync, appendFileSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '../engine/context/clock.ts';
import type { RunIo } from './cli-io.ts';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** The parts of the environment that Node and Bun share: all but HTTP and the sandbox command. */
export const processIo: Omit<RunIo, 'openTransport' | 'sandbox'> = {
  env: process.env,
  stdout: (text) => writeTo(process.stdout, text),
  stderr: (text) => writeTo(process.stderr, text),
  stdoutIsTerminal: process.stdout.isTTY === true,
  stderrIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns ?? process.stderr.columns,
  readFile: (path) => readFileSync(path, 'utf8'),
  checkWritable,
  writeFile: (path, text) => writeFileSync(path, text),
  keepFile: (path, text) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
  },
  folder: process.cwd(),
  appendFile: (path, text) => appendFileSync(path, text),
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  clock: systemClock,
  random: Math.random,
  onSignal,
};

function checkWritable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new Error(`EISDIR: ${path} is a folder`);
  accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
}

const heard = new Set<NodeJS.WriteStream>();

/** Writes to a stream. A failure of stdout is reported once on stderr, and never changes the exit code. */
function writeTo(stream: NodeJS.WriteStream, text: string): void {
  if (!heard.has(stream)) {
    heard.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // EPIPE: the reader has read enough.
      if (stream === process.stdout && error.code !== 'EPIPE')
        writeTo(process.stderr, `stdout could not be written: ${error.message}\n`);
    });
  }
  stream.write(text);
}

/** The ms after a signal when the process is ended, once stdout is written. An interrupted run should end earlier. */
const LATEST_END_MS = 1_900;

function endProcess(exitCode: number): void {
  if (process.stdout.writableLength === 0) process.exit(exitCode);
  process.stdout.once('drain', () => process.exit(exitCode));
}

/** Ctrl-C under npm sends two signals at once. Only a later one ends the process immediately. */
const IMPATIENT_AFTER_MS = 1000;

/**
 * The first signal stops the run, which then has a moment for teardown. One that comes over a second later ends the
 * process at once.
 */
function onSignal(stop: (exitCode: 130 | 143) => void): () => void {
  let firstAtMs: number | undefined;
  const listeners = SIGNALS.map(([signal, exitCode]) => {
    const listener = (): void => {
      if (firstAtMs !== undefined && Date.now() - firstAtMs > IMPATIENT_AFTER_MS) process.exit(exitCode);
      if (firstAtMs === undefined) setTimeout(() => endProcess(exitCode), LATEST_END_MS).unref();
      firstAtMs ??= Date.now();
      stop(exitCode);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const remove of listeners) remove();
  };
}
