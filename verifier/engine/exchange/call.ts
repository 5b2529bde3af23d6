import type { Identity } from '../../auth/identity.ts';
import type { BuiltRequest } from '../request/build-request.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';

/** One sent request of a step, probe or teardown, with its response. */
export type Call = Exchange & {
  built: BuiltRequest;
  outgoing: OutgoingRequest;
  identity: Exclude<Identity, { problem: string }>;
  startedAtMs: number;
  durationMs: number;
  /** The path template of the plan: "/tasks/{id}". */
  template: string;
};
