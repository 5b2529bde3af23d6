import type { Identity } from '../../auth/identity.ts';
import type { BuiltRequest } from '../request/build-request.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';

/** One request of a step, a probe or a teardown, with what came of it. */
export type Call = Exchange & {
  built: BuiltRequest;
  outgoing: OutgoingRequest;
  identity: Exclude<Identity, { problem: string }>;
  startedAtMs: number;
  durationMs: number;
  /** Of the plan, as "/template". */
  template: string;
};
