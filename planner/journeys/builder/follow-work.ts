import type { Capture, Json, Until } from '#verifier/plan/plan.ts';

import { asyncWorkOf, resultFields } from '../../resources/actions/async-work-of.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { readItem } from './show-item.ts';

const INTERVAL_MS = 200;
const BUDGET_MS = 30_000;

/**
 * Returns the rule by which the engine repeats a read until the member at `pointer` has one of `values`. It gives up at
 * one of `terminal`, or after 30 seconds.
 */
export function untilDone(pointer: string, values: Json[], terminal: Json[]): Until {
  return { pointer, values, terminal, intervalMs: INTERVAL_MS, budgetMs: BUDGET_MS };
}

/** Returns a capture for each member of the item's read that holds a result of its work: `resultUrl`, `output`. */
function resultsOf(journey: Journey, { resource: { read, noun } }: Item): Record<string, Capture> {
  if (!read) return {};
  return Object.fromEntries(
    resultFields(read.place.flat).map((name) => [
      journey.freeCapture(`${noun}_${name}`),
      { from: 'body', pointer: read.place.prefix + pointerToken(name) },
    ]),
  );
}

/**
 * Adds a read that is repeated until the work of the item has ended, and captures its results. Adds nothing if the item
 * has no read or no state of work.
 */
export function followWork(journey: Journey, item: Item): void {
  const { resource } = item;
  const state = asyncWorkOf(journey.planning.model.schemas, resource);
  const { read, create } = resource;
  if (!state || !read) return;
  readItem(journey, item, create?.operation.words ?? '', item.createdBy);
  const step = journey.steps.at(-1);
  if (!step) return;
  step.until = untilDone(read.place.prefix + pointerToken(state.name), state.done, state.failed);
  step.captures = { ...step.captures, ...resultsOf(journey, item) };
}
