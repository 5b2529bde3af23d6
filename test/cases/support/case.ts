import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';

/** What a case's server is asked: the path decoded, the body parsed where it is JSON. */
export type Ask = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: WireRequest['headers'];
  body: Record<string, unknown> | undefined;
};
export type Serve = (ask: Ask) => WireResponse;

/**
 * One small sound server with its spec and the right outcome. With `server` the CLI verifies it twice: sound, then with one plain fault
 * planted, which must end decisive. Without, the CLI only plans.
 */
export type Case = {
  /** The document, or the file as it is. */
  spec: object | string | Uint8Array;
  personas?: object[];
  /** Made anew for each run. */
  server?: (fault: boolean) => Serve;
  /** Path of the base URL. */
  base?: string;
  /** Calls that a passing journey of the sound run makes: all of `things` by default. */
  passing?: string[];
  /** Exit codes of the sound run, or of `plan`: 0 by default. */
  exits?: number[];
  /** What stderr and stdout say. */
  says?: RegExp[];
  never?: RegExp[];
  /** The reason code that the planted fault must be given, where several could be. */
  names?: string;
  /** Where more than one thing is wrong: the reason codes of all decisive verdicts, and no journey ends CAUSED_BY one that it could go on from. */
  tells?: string[];
  /** Calls that a passing journey of the faulty run makes. */
  stillPassing?: string[];
};
