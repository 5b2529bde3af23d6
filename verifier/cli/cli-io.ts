import type { Clock } from '../engine/context/clock.ts';
import type { PlanBundle } from '../plan/plan.ts';
import type { Resolve } from '../transport/host-addresses.ts';
import type { NetworkOptions, Send } from '../transport/send.ts';

/** The outside world of the command line; one implementation per platform, another in tests. */
export type CliIo = {
  env: Record<string, string | undefined>;
  /** Data. */
  stdout: (text: string) => void;
  /** Talk. */
  stderr: (text: string) => void;
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  /** How many characters a line of the terminal takes; undefined where nothing is one. */
  columns?: number | undefined;
  /** The stamped plan. Throws CorruptPlanSlot. */
  loadBundle: () => PlanBundle;
  openTransport: (network: NetworkOptions) => Promise<{ send: Send; close: () => Promise<void> }>;
  /** Throws what the file system throws. */
  readFile: (path: string) => string;
  /** Writes a report; throws what the file system throws. */
  writeFile: (path: string, text: string) => void;
  /** Writes a file for this user alone, and the folders that it lies in; throws what the file system throws. */
  keepFile: (path: string, text: string) => void;
  /** Where the program was started. */
  folder: string;
  /** Adds to a file that other commands write to as well; throws what the file system throws. */
  appendFile: (path: string, text: string) => void;
  /** Addresses of a host by its name; throws what the resolver throws. */
  resolve: Resolve;
  /** The command that starts this program as the sandbox of one script. */
  sandbox: readonly string[];
  clock: Clock;
  random: () => number;
  /** Calls back on SIGINT (130) and SIGTERM (143) until the returned function is called. */
  onSignal: (stop: (exitCode: 130 | 143) => void) => () => void;
};

/** The same for one run, whose plan is known. */
export type RunIo = Omit<CliIo, 'loadBundle'>;
