/**
 * What the runner must know about a journey kind. What the planner knows is in planner/journeys/model/kind-facts.ts.
 */
export type JourneyKind = {
  /** The journey is about a refusal. A server that refuses every request may pass it too. */
  refuses?: true;
  /** The journey searches a list for its item. It starts when most others have ended, see `mapConcurrently`. */
  looksInList?: true;
};

const NOTHING: JourneyKind = {};
const REFUSES: JourneyKind = { refuses: true };

/** All journey kinds. Their names are part of the plan format and never change. */
export const JOURNEY_KINDS = {
  'create-echo': NOTHING,
  'create-read': NOTHING,
  'create-list': { looksInList: true } as JourneyKind,
  'read-below': NOTHING,
  'read-beside': NOTHING,
  'call-below': NOTHING,
  'call-unknown': REFUSES,
  'child-under-parent': NOTHING,
  'list-filter': NOTHING,
  pagination: NOTHING,
  'update-read': NOTHING,
  'delete-gone': NOTHING,
  'action-returns-change': NOTHING,
  'action-read-back': NOTHING,
  'async-until-done': NOTHING,
  'not-found': REFUSES,
  unauthenticated: REFUSES,
  forbidden: REFUSES,
  'cross-persona': REFUSES,
  /** Journeys of a customer's own Arazzo document, or of the feature's workbook. */
  workflow: NOTHING,
};

export type PlanKind = keyof typeof JOURNEY_KINDS;
