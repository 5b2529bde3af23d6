import type { Identities } from '../proxy/fault-proxy.ts';
import type { Subject } from '../subject.ts';

/** Another tool on the same work. */
export type Peer = {
  name: string;
  /** Exact version and settings, for the table and for the key of stored results. */
  settings: string;
  /** Why it cannot run here, or undefined when it can. */
  missing(): string | undefined;
  /** What must be the same for a stored result to count, besides the settings and the sources of the bench. */
  inputOf(subject: Subject): unknown;
  /** Tests the API at `url`: one line for each distinct failure that it reports. Throws where it gives no result. */
  run(
    subject: Subject,
    url: string,
    env: Record<string, string>,
    identities: Identities | undefined,
  ): Promise<string[]>;
  close(): Promise<void>;
};
