import type { Json } from '../plan/plan.ts';

/** What a persona's script may use. */
export type ScriptRun = {
  script: string;
  env: Record<string, string>;
  input: Json;
  nowMs: () => number;
  /**
   * One HTTP exchange: a request as JSON text in, an answer as JSON text out. Throws an Error that the script may see.
   */
  fetch: (request: string, timeoutMs: number) => Promise<string>;
};

/** The argument that makes a program the sandbox of one script: see `serveSandbox`. */
export const SANDBOX = '__sandbox';

/** Milliseconds of computing, and in all. */
export const LIMITS = { runMs: 2000, deadlineMs: 5000 };

/** What the script returned, not looked at yet, or why there is nothing. `log`: what it wrote with console.log. */
export type ScriptOutcome = ({ result: Json } | { problem: string }) & { log: string[] };

export type RunScript = (run: ScriptRun) => Promise<ScriptOutcome>;
