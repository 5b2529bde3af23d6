import type { Json } from '../plan/plan.ts';

/** A script with all that it may use. */
export type ScriptRun = {
  script: string;
  env: Record<string, string>;
  input: Json;
  nowMs: () => number;
  /**
   * Sends one HTTP request, given as JSON text, and returns the response as JSON text. Throws an Error that the script
   * may see.
   */
  fetch: (request: string, timeoutMs: number) => Promise<string>;
};

/** The argument that starts a program as a sandbox. See `serveSandbox`. */
export const SANDBOX = '__sandbox';

/** Limits of a script in ms: computing time, and time in all. */
export const LIMITS = { runMs: 2000, deadlineMs: 5000 };

/** The unchecked result of a script, or the problem. `log`: lines of console.log. */
export type ScriptOutcome = ({ result: Json } | { problem: string }) & { log: string[] };

export type RunScript = (run: ScriptRun) => Promise<ScriptOutcome>;
