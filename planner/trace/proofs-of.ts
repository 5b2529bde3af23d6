import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Assertion, Plan, Step } from '#verifier/plan/plan.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import type { Role } from '../outcome/surface-operation.ts';
import type { Claim } from './claim.ts';

/** The step of a journey that proves a claim, with the places that it asserts. */
export type Proof = {
  journeyId: string;
  /** The step that calls the operation. The response of `judgedStep` is asserted, which is often the same step. */
  step: string;
  judgedStep: string;
  /** The asserted places, as JSON Pointers; `*` is any item of a list. Empty for a refusal, a removal and pages. */
  places: string[];
};

const VALUES = new Set<Assertion['op']>(['equals', 'differs', 'listContains', 'located']);

/**
 * Returns the journeys that prove the claim, in the order of the plans. `calling` are the plans
 * that call its operation.
 */
export function proofsOf(claim: Claim, calling: readonly Plan[]): Proof[] {
  return calling.flatMap((plan) => {
    const proof = proofIn(claim, plan);
    return proof ? [proof] : [];
  });
}

function proofIn(claim: Claim, plan: Plan): Proof | undefined {
  for (const step of plan.steps.filter(({ operationId }) => operationId === claim.operation.id)) {
    const judged = judgedStep(claim, plan, step);
    if (judged) return { journeyId: plan.journeyId, step: step.id, ...judged };
  }
  return undefined;
}

type Judged = Pick<Proof, 'judgedStep' | 'places'>;

const REFUSALS: Partial<Record<Claim['outcome'], Step['expect']['outcome'][]>> = {
  anonymous: ['unauthenticated'],
  persona: ['forbidden', 'cross-persona'],
  unknown: ['not-found'],
};

function judgedStep(claim: Claim, plan: Plan, step: Step): Judged | undefined {
  const { outcome } = claim;
  const refusals = REFUSALS[outcome];
  if (refusals) {
    const isRefused = refusals.includes(step.expect.outcome) && step.effectOf === undefined;
    return isRefused && (outcome !== 'persona' || isTheirs(claim, step))
      ? { judgedStep: step.id, places: [] }
      : undefined;
  }
  // A refused input is answered with a status that no plan may expect (specification §4, rule 5).
  if (outcome === 'input' || step.expect.outcome !== 'success') return undefined;
  if (outcome === 'pages') return only(step, ({ op }) => op === 'listPages');
  if (outcome === 'filters') return filteredBy(claim, plan, step);
  return ofRole(claim, plan, step);
}

/** True if the step refuses one of the claim's personas. For a claim of others: one that does not own the item. */
function isTheirs({ personas, isOfOthers }: Claim, { persona, expect }: Step): boolean {
  if (isOfOthers) return expect.outcome === 'cross-persona';
  return persona !== null && personas.includes(persona);
}

function only(step: Step, isIt: (assertion: Assertion) => boolean): Judged | undefined {
  const found = step.assert.filter(isIt);
  return found.length > 0 ? { judgedStep: step.id, places: found.flatMap(placesOf) } : undefined;
}

function filteredBy({ fields }: Claim, { kind }: Plan, step: Step): Judged | undefined {
  const asked = Object.keys(step.params.query);
  const isAsked = fields.every((field) => asked.includes(field)) && asked.length > 0;
  return isAsked && kind === 'list-filter'
    ? only(step, ({ op }) => op === 'listOnly' || op === 'listContains')
    : undefined;
}

/** The kinds of journeys that are about the operation itself. Other journeys may fail because of another operation. */
const ABOUT: Record<Role, PlanKind[]> = {
  create: ['create-echo', 'create-read', 'create-list'],
  read: ['create-read', 'read-below', 'read-beside'],
  list: ['create-list', 'child-under-parent', 'list-filter'],
  update: ['update-read'],
  delete: ['delete-gone'],
  act: ['action-returns-change', 'action-read-back', 'async-until-done'],
};

function ofRole(claim: Claim, plan: Plan, step: Step): Judged | undefined {
  const { role } = claim.operation;
  if (plan.kind !== 'workflow' && !ABOUT[role].includes(plan.kind)) return undefined;
  if (role === 'list') return only(step, ({ op }) => op === 'listContains');
  if (role === 'delete') return removed(plan, step);
  if (role === 'read') return shown(claim, [step]);
  // A later step that shows the effect of this one proves it.
  const later = plan.steps.filter(({ effectOf, expect }) => effectOf === step.id && expect.outcome === 'success');
  return shown(claim, [step, ...later]);
}

/**
 * Returns the later step that proves a delete: a 404 or 410 for the item, or a list without it. Undefined without one.
 */
function removed({ steps }: Plan, step: Step): Judged | undefined {
  const later = steps.find(
    ({ effectOf, expect, assert }) =>
      effectOf === step.id && (expect.outcome === 'gone' || assert.some(({ op }) => op === 'listLacks')),
  );
  return later && { judgedStep: later.id, places: [] };
}

/**
 * Returns the first step that asserts every named member that the response shows. If there is no such member, it is the
 * first step that asserts any value. Undefined if no step does.
 */
function shown({ fields, operation }: Claim, steps: readonly Step[]): Judged | undefined {
  const visible = fields.filter((field) => operation.shows.includes(field));
  for (const step of steps) {
    const places = step.assert.filter(({ op }) => VALUES.has(op)).flatMap(placesOf);
    const told = new Set(places.map((place) => segmentsOf(place).at(-1) ?? ''));
    if (
      places.length > 0 &&
      visible.every((field) => told.has(field) || places.some((place) => segmentsOf(place).includes(field)))
    )
      return { judgedStep: step.id, places };
  }
  return undefined;
}

function placesOf(assertion: Assertion): string[] {
  if ('match' in assertion) return assertion.match.map(({ pointer }) => `${assertion.list}/*${pointer}`);
  return 'pointer' in assertion ? [assertion.pointer] : [];
}
