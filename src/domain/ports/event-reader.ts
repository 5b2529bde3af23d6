import type { TenantScope } from '#domain/access/scope.ts';
import type { StoredEvent, VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';

export interface EventReader {
  /** Events with a cursor above `after`, in order, at most `limit`. Kept seven days. */
  listAfter(scope: TenantScope, after: number, limit: number): Promise<StoredEvent[]>;
  /** The last place that was given, whether or not its event is kept; 0 before the first. */
  last(scope: TenantScope): Promise<number>;
}

export interface EventPublisher {
  /** Tells the world, in this order; for each event whether it was taken. What was not is to be told again. */
  publish(events: readonly VerifierStatusUpdate[]): Promise<boolean[]>;
}

export interface EventMarker {
  /** From then on the event is not open work any more. */
  markPublished(scope: TenantScope, cursor: number, publishedAt: string): Promise<void>;
}
