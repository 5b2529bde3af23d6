import type { Clock } from '../engine/context/clock.ts';
import type { PlanBundle } from '../plan/plan.ts';
import type { Resolve } from '../transport/host-addresses.ts';
import type { NetworkOptions, Send } from '../transport/send.ts';

/** The environment of the command line. Each platform implements it, and tests have another implementation. */
export type CliIo = {
  env: Record<string, string | undefined>;
  /** Writes data to stdout. */
  stdout: (text: string) => void;
  /** Writes messages to stderr. */
  stderr: (text: string) => void;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  /** Width of the terminal. Undefined if there is none. */
  columns?: number | undefined;
  /** The stamped plans. Throws CorruptPlanSlot. */
  loadBundle: () => PlanBundle;
  openTransport: (network: NetworkOptions) => Promise<{ send: Send; close: () => Promise<void> }>;
  /** Reads a file as UTF-8. Throws the file system's error. */
  readFile: (path: string) => string;
  /** Throws if no report could be written there: its folder is missing, or it is a folder or write-protected. */
  checkWritable: (path: string) => void;
  /** Writes a report. Throws the file system's error. */
  writeFile: (path: string, text: string) => void;
  /** Writes a file. If it or its folders are new, only this user can read them. Throws the file system's error. */
  keepFile: (path: string, text: string) => void;
  /** The folder in which the program was started. */
  folder: string;
  /** Appends to a file that other commands write to as well. Throws the file system's error. */
  appendFile: (path: string, text: string) => void;
  /** Resolves a host name to addresses. Throws the resolver's error. */
  resolve: Resolve;
  /** The command that starts this program as the sandbox of one script. */
  sandbox: readonly string[];
  clock: Clock;
  random: () => number;
  /**
   * Calls `stop` on SIGINT (130) and SIGTERM (143). The returned function removes these handlers. The process ends
   * within 2 s of the first signal even if a connection does not close, unless stdout is still being written.
   */
  onSignal: (stop: (exitCode: 130 | 143) => void) => () => void;
};

/** The environment of a run whose plans are known. */
export type RunIo = Omit<CliIo, 'loadBundle'>;
