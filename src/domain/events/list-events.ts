import type { listEvents as endpoint } from '#contract/endpoints/events.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { StoredEvent } from './verifier-status-update.ts';

const pageSize = 100;
const firstPauseMs = 250;
const longestPauseMs = 2_000;

/**
 * The events behind a cursor that the caller may see, at most a page of them. Without any it waits for news as long as asked
 * (decision record 0005). `next` moves past what is not shown, so that nobody reads it twice.
 */
export const listEvents: UseCase<typeof endpoint> = async ({ actor, scope, query }, ports, runtime) => {
  const types = (query.types ?? '').split(',').filter((type) => type !== '');
  const isShown = ({ type, detail }: StoredEvent): boolean =>
    (types.length === 0 || types.includes(type)) && effectiveWorkspaceRole(actor, detail.workspaceId) !== undefined;
  const deadline = runtime.now().getTime() + query.waitSeconds * 1000;
  let after = Number(query.after ?? '0');
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const page = await ports['events:read'].listAfter(scope, after, pageSize);
    after = page.at(-1)?.cursor ?? after;
    const events = page.filter(isShown).map((event) => ({ ...event, cursor: String(event.cursor) }));
    const leftMs = deadline - runtime.now().getTime();
    const isDone = events.length > 0 || (page.length < pageSize && leftMs <= 0);
    if (isDone) return { body: { events, next: String(after) } };
    if (page.length < pageSize) await runtime.wait(Math.min(pauseMs, leftMs));
  }
};
