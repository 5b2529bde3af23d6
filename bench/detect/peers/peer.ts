import type { Identities } from '../proxy/fault-proxy.ts';
import type { Subject } from '../subject.ts';

/** Another test tool, run on the same cells. */
export type Peer = {
  name: string;
  /** Exact version and settings, for the report and as part of the key of stored results. */
  settings: string;
  /** Why the tool cannot run here. Undefined if it can. */
  missing(): string | undefined;
  /** The input that must be equal for a stored result to count, besides settings and sources of the bench. */
  inputOf(subject: Subject): unknown;
  /** Tests the API at `url`. Returns one line per distinct failure. Throws without a result. */
  run(
    subject: Subject,
    url: string,
    env: Record<string, string>,
    identities: Identities | undefined,
  ): Promise<string[]>;
  close(): Promise<void>;
};
