import type { TenantScope } from '#domain/access/scope.ts';
import type { StoredEvent, VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type { FeedEnd } from '#domain/ports/build-repository.ts';
import type { EventMarker, EventReader } from '#domain/ports/event-reader.ts';
import { unlessRefused } from './change-records.ts';
import { absent, equal, exists, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Item, Write } from './writes.ts';

const keptSeconds = 7 * 24 * 3600;

type EventItem = StoredEvent & { expiresAt: number };

/** The outbox, which is the event feed (decision record 0005). */
export class EventRepository implements EventReader, EventMarker {
  readonly #tables: Tables;
  readonly #now: () => number;

  constructor(tables: Tables, now: () => number = Date.now) {
    this.#tables = tables;
    this.#now = now;
  }

  async listAfter(scope: TenantScope, after: number, limit: number): Promise<StoredEvent[]> {
    const kept: StoredEvent[] = [];
    for (let from = after; ;) {
      const { items } = await this.#tables(scope.tenantId).query({ ...ranges.eventsAfter(scope, from), limit });
      for (const { cursor, type, detail, expiresAt } of items.map((item) => recordOf<EventItem>(item)))
        if (expiresAt * 1000 > this.#now()) kept.push({ cursor, type, detail });
      const last = items.at(-1);
      // A page may hold nothing but events past their time, which the table has not removed yet.
      if (last === undefined || items.length < limit || kept.length > 0) return kept;
      from = recordOf<EventItem>(last).cursor;
    }
  }

  async last(scope: TenantScope): Promise<number> {
    return (await readFeedEnd(this.#tables, scope)).last;
  }

  async markPublished(scope: TenantScope, cursor: number, publishedAt: string): Promise<void> {
    const changes = [set('publishedAt', publishedAt), remove('gsi1pk'), remove('gsi1sk')];
    // An event whose time is over may be gone: nothing is left to mark.
    await unlessRefused(this.#tables(scope.tenantId).update(keys.event(scope, cursor), changes, exists('pk')));
  }
}

/** The event within an item of the outbox, also as the table's stream shows it; undefined for any other item. */
export const eventIn = (item: Item): StoredEvent | undefined => {
  const { cursor, type, detail } = recordOf<Partial<EventItem>>(item);
  return cursor === undefined || type === undefined || detail === undefined ? undefined : { cursor, type, detail };
};

/** The end of the tenant's feed; place 0 before the first. */
export const readFeedEnd = async (tables: Tables, scope: TenantScope): Promise<FeedEnd> => {
  const counter = await tables(scope.tenantId).get(keys.eventCounter(scope));
  return { last: 0, open: {}, ...(counter && recordOf<Partial<FeedEnd>>(counter)) };
};

/**
 * Puts the events behind the place that was read, provided that it is still the last: the first write is the one whose condition tells.
 * `open` is written with it: the builds that are under way then.
 */
export const eventWrites = (scope: TenantScope, { last, open }: FeedEnd, events: VerifierStatusUpdate[]): Write[] =>
  events.length === 0
    ? []
    : [
        {
          update: keys.eventCounter(scope),
          changes: [set('last', last + events.length), set('open', open)],
          if: last === 0 ? absent('pk') : equal('last', last),
        },
        ...events.map((detail, index): Write => {
          const cursor = last + index + 1;
          const expiresAt = Math.floor(Date.parse(detail.occurredAt) / 1000) + keptSeconds;
          const record: EventItem = { cursor, type: 'VERIFIER_STATUS_UPDATE', detail, expiresAt };
          const open = openWork('EVENT', detail.occurredAt, scope.tenantId, detail.eventId);
          return { put: { ...keys.event(scope, cursor), ...open, ...record }, if: absent('pk') };
        }),
      ];
