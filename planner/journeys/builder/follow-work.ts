import type { Capture, Json, Until } from '#verifier/plan/plan.ts';

import { asyncWorkOf, resultFields } from '../../resources/actions/async-work-of.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { readItem } from './show-item.ts';

const INTERVAL_MS = 200;
const BUDGET_MS = 30_000;

/** Polls the field until it has one of the values, or a terminal one. */
export function untilDone(pointer: string, values: Json[], terminal: Json[]): Until {
  return { pointer, values, terminal, intervalMs: INTERVAL_MS, budgetMs: BUDGET_MS };
}

/** The results of the work must be there; each is captured under its own name. */
function resultsOf(journey: Journey, { resource: { read, noun } }: Item): Record<string, Capture> {
  if (!read) return {};
  return Object.fromEntries(
    resultFields(read.place.flat).map((name) => [
      journey.freeCapture(`${noun}_${name}`),
      { from: 'body', pointer: read.place.prefix + pointerToken(name) },
    ]),
  );
}

/** Reads the item until the work behind it has ended, and keeps its results; nothing where none is behind it. */
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
