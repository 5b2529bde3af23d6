import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { FaultId } from './fault-id.ts';

/** Facts that planner and proof need about a journey kind. An absent fact is false. */
export type KindFacts = {
  /** The proof of a journey of this kind must contain one of these faults, unless its shape names others. */
  finds: readonly FaultId[];
  /** Faults that are tried only on journeys of the kinds that name them here. */
  findsAlone?: readonly FaultId[];
  /** If no list or read shows the item, the journey looks for it in the list inside its parent. */
  looksInParent?: true;
  /**
   * The journey compares values. Its child therefore refers to another item than children that were created with its
   * parent: a server may add up two cart lines of one product.
   */
  comparesValues?: true;
  /** The journey creates and reads items, and changes none. A read that needs no item may be added to it. */
  onlyShows?: true;
  /** The journey is planned again for the resource's second create: `PUT /users/{id}` beside `POST /users`. */
  perCreate?: true;
  /** The journey calls an action: only assertions from that step on show its effect. */
  acts?: true;
  /**
   * If the subject is a follow of another account (`POST /users/{id}/follow`), the journey runs between two personas.
   */
  followsPeople?: true;
  /** The journey tests that a persona, or a request without credentials, is refused. */
  needsPersona?: true;
  /** The journey sends a made-up id and expects a refusal. */
  seeksUnknown?: true;
};

const OF_RESPONSES = ['field-dropped', 'wrong-type'] as const;
const OF_LISTED_PAGES: FaultId[] = [
  'page-size-ignored',
  'page-repeated',
  'last-item-lost',
  'total-of-a-page',
  'page-mistold',
];

/** All journey kinds with their facts. */
export const KIND_FACTS: Record<PlanKind, KindFacts> = {
  'create-echo': {
    finds: OF_RESPONSES,
    findsAlone: ['duplicate-crashes', 'default-ignored', 'unknown-parent-taken'],
    comparesValues: true,
    onlyShows: true,
    perCreate: true,
  },
  'create-read': { finds: ['write-not-stored'], comparesValues: true, onlyShows: true },
  'create-list': {
    finds: ['not-in-list'],
    looksInParent: true,
    comparesValues: true,
    onlyShows: true,
    perCreate: true,
  },
  'read-below': { finds: ['route-removed', 'method-removed', ...OF_RESPONSES] },
  'read-beside': { finds: ['route-removed', 'method-removed', 'wrong-status', ...OF_RESPONSES] },
  'call-below': { finds: ['method-removed', 'wrong-status', ...OF_RESPONSES] },
  'call-unknown': { finds: ['method-removed'], findsAlone: ['unknown-item-answered'] },
  'child-under-parent': {
    finds: ['parent-ignored', 'filter-ignored'],
    findsAlone: ['parent-ignored', 'filter-ignored', 'child-not-counted'],
    looksInParent: true,
    comparesValues: true,
    perCreate: true,
  },
  'list-filter': {
    finds: ['filter-ignored', 'order-ignored'],
    findsAlone: ['filter-ignored', 'ids-ignored', 'order-ignored'],
  },
  pagination: { finds: ['page-size-ignored'], findsAlone: OF_LISTED_PAGES },
  'update-read': {
    finds: ['write-not-stored'],
    findsAlone: ['empty-update-crashes', 'version-ignored', 'made-anew', 'null-ignored'],
    looksInParent: true,
    comparesValues: true,
  },
  'delete-gone': {
    finds: ['deleted-still-listed', 'delete-no-op'],
    findsAlone: ['deleted-still-listed'],
    looksInParent: true,
    comparesValues: true,
  },
  'action-returns-change': {
    finds: ['action-no-op', ...OF_RESPONSES],
    findsAlone: ['repeated-action-crashes'],
    looksInParent: true,
    comparesValues: true,
    acts: true,
    followsPeople: true,
  },
  'action-read-back': {
    finds: ['action-no-op', 'action-on-other-item'],
    looksInParent: true,
    comparesValues: true,
    acts: true,
    followsPeople: true,
  },
  'async-until-done': { finds: ['job-never-finishes'], acts: true },
  'not-found': {
    finds: ['unknown-item-answered'],
    findsAlone: ['unknown-item-answered', 'malformed-id-crashes'],
    seeksUnknown: true,
  },
  unauthenticated: { finds: ['authentication-ignored'], needsPersona: true, followsPeople: true },
  forbidden: { finds: ['other-user-allowed'], needsPersona: true },
  'cross-persona': { finds: ['other-user-allowed'], needsPersona: true },
  workflow: {
    finds: [
      'write-not-stored',
      'partial-write',
      'value-altered',
      'stale-read',
      'not-in-list',
      'delete-no-op',
      'action-no-op',
      'action-on-other-item',
      'job-never-finishes',
      'job-result-lost',
      'child-under-wrong-parent',
      'child-not-counted',
      ...OF_RESPONSES,
      'unknown-item-answered',
    ],
    findsAlone: ['unknown-item-answered'],
  },
};

/** Returns the kinds that have the fact, in the order of KIND_FACTS. */
export function kindsThat(fact: Exclude<keyof KindFacts, 'finds' | 'findsAlone'>): PlanKind[] {
  return (Object.keys(KIND_FACTS) as PlanKind[]).filter((kind) => KIND_FACTS[kind][fact] === true);
}
