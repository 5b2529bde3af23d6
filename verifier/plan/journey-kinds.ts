/**
 * What the runner knows of a journey by its kind. The planner's own facts stand in
 * planner/journeys/model/kind-facts.ts.
 */
export type JourneyKind = {
  /** The journey is about a refusal: a server that refuses everything passes it, too. */
  refuses?: true;
  /** The journey reads a list before and after: it runs beside none that makes things of the same kind. */
  looksInList?: true;
};

const NOTHING: JourneyKind = {};
const REFUSES: JourneyKind = { refuses: true };

/** Every kind of journey; the names are wire. */
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
  /** Of somebody else's Arazzo document. */
  workflow: NOTHING,
};

export type PlanKind = keyof typeof JOURNEY_KINDS;
