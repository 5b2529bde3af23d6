import type { listEvents as endpoint } from '#contract/endpoints/events.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { EventReader } from '#domain/ports/event-reader.ts';
import { tooManyAtOnce } from '#domain/billing/fair-use.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { HeldPlace, WaitHolder } from '#domain/ports/wait-holder.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import type { StoredEvent } from './verifier-status-update.ts';

const pageSize = 100;
const firstPauseMs = 250;
const longestPauseMs = 2_000;
/** What a wait takes at most beyond its end. */
const answerMs = 5_000;
const retrySeconds = 5;

/**
 * The events behind a cursor that the caller may see, at most a page of them. Without any it waits for news as long as asked
 * (decision record 0005). A gap is told in the first answer after it. `next` moves past what is not shown, so that nobody reads it twice.
 */
export const listEvents: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, query } = input;
  const types = (query.types ?? '').split(',').filter((type) => type !== '');
  const isShown = ({ type, detail }: StoredEvent): boolean =>
    (types.length === 0 || types.includes(type)) && effectiveWorkspaceRole(actor, detail.workspaceId) !== undefined;
  const deadline = runtime.now().getTime() + query.waitSeconds * 1000;
  let after = Number(query.after ?? '0');
  let gapBefore: string | null = null;
  let held: HeldPlace | undefined;
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const { page, first } = await nextPage(ports['events:read'], scope, after, pauseMs === firstPauseMs);
      // Places have no gaps but those of events that are no longer kept.
      if (after > 0 && first > after + 1) [gapBefore, after] = [String(first), first - 1];
      after = page.at(-1)?.cursor ?? after;
      const events = page.filter(isShown).map((event) => ({ ...event, cursor: String(event.cursor) }));
      const leftMs = deadline - runtime.now().getTime();
      const isDone = events.length > 0 || (page.length < pageSize && leftMs <= 0);
      if (isDone) return { body: { events, next: String(after), gapBefore } };
      if (page.length === pageSize) continue;
      held ??= await holdPlace(input, ports, runtime, deadline);
      await runtime.wait(Math.min(pauseMs, leftMs));
    }
  } finally {
    if (held) await ports['waits:hold'].giveBack(scope, held);
  }
};

/** A place among the waits of the tenant; none is needed where they are not limited. Throws RATE_LIMITED where all are taken. */
const holdPlace = async (
  { actor: { tier }, scope, fairUse: { waitsAtOnce } }: UseCaseInput<typeof endpoint>,
  ports: { 'waits:hold': WaitHolder },
  runtime: Runtime,
  deadline: number,
): Promise<HeldPlace | undefined> => {
  if (waitsAtOnce === null) return undefined;
  const wait = { holder: runtime.newId(), from: runtime.now(), until: new Date(deadline + answerMs) };
  const held = await ports['waits:hold'].hold(scope, waitsAtOnce, wait);
  if (held === undefined) throw tooManyAtOnce(tier, waitsAtOnce, 'requests that wait for events', retrySeconds);
  return held;
};

type NextPage = { page: StoredEvent[]; first: number };

/**
 * A page behind the cursor, and the first place there that is not gone. Of an empty page the counter tells, once a request; then the page is
 * read again, since an event may have come between the two.
 */
const nextPage = async (
  events: EventReader,
  scope: TenantScope,
  after: number,
  isFirst: boolean,
): Promise<NextPage> => {
  const page = await events.listAfter(scope, after, pageSize);
  const last = page.length === 0 && isFirst && after > 0 ? await events.last(scope) : after;
  if (last <= after) return { page, first: page[0]?.cursor ?? after + 1 };
  const again = await events.listAfter(scope, after, pageSize);
  return { page: again, first: again[0]?.cursor ?? last + 1 };
};
