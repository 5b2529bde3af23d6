import type { Item } from './item.ts';
import type { Journey } from './journey.ts';

/** Removes, at the end, what a step made; nothing where the spec offers no way. */
export function undo(journey: Journey, item: Item, forStep: string): void {
  const { remove } = item.resource;
  if (!remove) return;
  const body = journey.deleteBody(remove, item);
  journey.teardown.push({ ...journey.request(remove, item, undefined, body), forStep, persona: journey.actor });
}
