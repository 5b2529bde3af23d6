import type { Plan } from '../plan/plan.ts';
import { type Classification, type Failure, isDecisive, mainOf, operationOf } from './classify-journey.ts';
import { isOfAnother } from './of-another.ts';

/**
 * A plan with its verdict. `failures`: all that this journey reports. `causedBy`: id of the journey that keeps the
 * verdict of the same cause. `toldBy`: mismatches that other journeys report.
 */
export type Classified = {
  plan: Plan;
  classification?: Classification;
  failures?: readonly Failure[];
  causedBy?: string;
  toldBy?: Told[];
};
export type Told = { mismatch: Classification; journeyId: string };

/**
 * Groups decisive failures by cause: mostly the same operation, row, reason and place. Places also agree if another
 * journey saw all of them wrong. One journey keeps the verdict; the others become CAUSED_BY. A mismatch is reported by
 * one journey; the others are judged by their further failures, and pass without any. Personas separate causes only for
 * faults of access. Planner and verifier §6.1 "One cause".
 */
export function groupCauses(all: readonly Classified[]): Classified[] {
  const journeys = tellOnce(all);
  const shown = shownIn(journeys);
  const keys = journeys.map((journey) => causeOf(journey, shown));
  const owners = new Map<string, Classified>();
  for (const [index, journey] of journeys.entries()) {
    const key = keys[index];
    if (key === undefined) continue;
    const owner = owners.get(key);
    if (owner === undefined || tellsMore(journey, owner)) owners.set(key, journey);
  }
  return journeys.map((journey, index) => {
    const owner = owners.get(keys[index] ?? '');
    if (owner === undefined || owner === journey || journey.classification === undefined) return journey;
    return {
      ...journey,
      classification: {
        ...journey.classification,
        verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
        reasonCode: 'CAUSED_BY',
      },
      causedBy: owner.plan.journeyId,
    };
  });
}

/** Leaves each mismatch to one journey that found only mismatches. A mismatch without such a journey stays with all. */
function tellOnce(journeys: readonly Classified[]): Classified[] {
  const lists = listsOf(journeys);
  const tellers = tellersOf(journeys, lists);
  if (tellers.size === 0) return [...journeys];
  return journeys.map((journey) => {
    const { plan, failures = [] } = journey;
    const toldBy = mismatchesOf(journey).flatMap((mismatch): Told[] => {
      const teller = tellers.get(keyOf(journey, mismatch, lists));
      return teller === undefined || teller === journey ? [] : [{ mismatch, journeyId: teller.plan.journeyId }];
    });
    if (toldBy.length === 0) return journey;
    const left = failures.filter(({ found }) => !toldBy.some(({ mismatch }) => mismatch === found));
    const { classification: _told, ...others } = journey;
    const classification = mainOf(plan, left);
    return { ...others, failures: left, toldBy, ...(classification ? { classification } : {}) };
  });
}

/** Chooses a journey for each mismatch, and no journey for two. The map's keys are causes. */
function tellersOf(journeys: readonly Classified[], lists: Shown['lists']): Map<string, Classified> {
  const tellers = new Map<string, Classified>();
  const pure = journeys.filter(({ failures = [] }) => failures.every(({ isMismatch }) => isMismatch));
  const found = pure.flatMap((journey) => mismatchesOf(journey).map((mismatch) => ({ journey, mismatch })));
  const keys = new Set(found.map(({ journey, mismatch }) => keyOf(journey, mismatch, lists)));
  for (const key of keys) {
    const taken = new Set(tellers.values());
    const free = found.filter(
      ({ journey, mismatch }) => keyOf(journey, mismatch, lists) === key && !taken.has(journey),
    );
    const [first, ...others] = free.map(({ journey, mismatch }) => ({ ...journey, classification: mismatch, journey }));
    const teller = first && others.reduce((best, one) => (tellsMore(one, best) ? one : best), first);
    if (teller) tellers.set(key, teller.journey);
  }
  return tellers;
}

function mismatchesOf({ failures = [] }: Classified): Classification[] {
  return failures.flatMap(({ found, isMismatch }) => (isMismatch ? [found] : []));
}

/** The cause of a mismatch as text. A mismatch is never ITEM_LOST or VALUE_NOT_STORED, so other reads do not matter. */
function keyOf({ plan }: Classified, mismatch: Classification, lists: Shown['lists']): string {
  return causeOf({ plan, classification: mismatch }, { lost: new Set(), unstored: new Map(), wrong: [], lists }) ?? '';
}

/** True if a journey in `known` failed for the same cause as `journey`. */
export function isKnownCause(known: readonly Classified[], journey: Classified): boolean {
  const shown = shownIn(known);
  const cause = causeOf(journey, shown);
  return cause !== undefined && known.some((one) => causeOf(one, shown) === cause);
}

/**
 * What the failures say, by write: `lost` items, and `unstored` members with their JSON Pointer, as reads of single
 * items show them. `wrong`: failures with several wrong members, the most first. `lists`: the JSON Pointer of each
 * operation's list.
 */
type Shown = {
  wrong: readonly Classification[];
  lost: ReadonlySet<string | undefined>;
  unstored: ReadonlyMap<string, string | undefined>;
  lists: ReadonlyMap<string, string>;
};

function shownIn(journeys: readonly Classified[]): Shown {
  const unstored = journeys.flatMap(({ plan, classification }) =>
    classification?.reasonCode === 'VALUE_NOT_STORED' && !isOfList(plan, classification)
      ? [[classification.operationAtFault, classification.pointer] as const]
      : [],
  );
  return {
    lost: new Set(journeys.filter(isItemLost).map(({ classification }) => classification?.operationAtFault)),
    unstored: new Map(unstored.toReversed()),
    wrong: journeys
      .flatMap(({ classification }) => (classification?.pointers ? [classification] : []))
      .toSorted((one, other) => membersIn(other) - membersIn(one)),
    lists: listsOf(journeys),
  };
}

function listsOf(journeys: readonly Classified[]): Map<string, string> {
  const steps = journeys.flatMap(({ plan }) => plan.steps);
  return new Map(
    steps.flatMap((step) =>
      step.assert.flatMap((one) => ('list' in one ? [[operationOf(step), one.list] as const] : [])),
    ),
  );
}

function isOfList({ steps }: Plan, { stepId }: Classification): boolean {
  return steps.some(({ id, assert }) => id === stepId && assert.some(({ op }) => op === 'listContains'));
}

/** The number of wrong members that a failure shows; one if it names none. */
function membersIn(found: Classification | undefined): number {
  return found?.pointers?.length ?? 1;
}

/**
 * The place of the failure with the most wrong members that has all of `members`, else the first of them. A lost PATCH
 * shows each journey as many wrong members as it changed.
 */
function placeOf(members: readonly (string | undefined)[], found: Classification, { wrong }: Shown) {
  const widest = wrong.find(
    ({ operationAtFault, row, reasonCode, pointers = [] }) =>
      operationAtFault === found.operationAtFault &&
      row === found.row &&
      reasonCode === found.reasonCode &&
      members.every((one) => one !== undefined && pointers.includes(one)),
  );
  return widest?.pointer ?? members[0];
}

function causeOf({ plan, classification }: Classified, shown: Shown): string | undefined {
  if (classification === undefined || !isDecisive(classification.verdict)) return undefined;
  const { operationAtFault, row, reasonCode, statusCode } = classification;
  const { lost, unstored, lists } = shown;
  // An item that no read shows is missing in its list too: one cause.
  const isLost = reasonCode === 'ITEM_LOST' || (reasonCode === 'NOT_IN_LIST' && lost.has(operationAtFault));
  if (isLost) return JSON.stringify([operationAtFault, 'ITEM_LOST']);
  // A member that the item's read shows unchanged is unchanged in the list too.
  const isUnstored =
    reasonCode === 'VALUE_NOT_STORED' && unstored.has(operationAtFault) && isOfList(plan, classification);
  const { pointer, pointers = [pointer] } = classification;
  const members = isUnstored ? [unstored.get(operationAtFault)] : pointers;
  // Personas separate causes only if access is the fault. A missing route is missing for everybody.
  const personas = /^AUTH[NZ]_/.test(reasonCode) ? plan.personas : [];
  const [where, place] =
    reasonCode === 'SCHEMA'
      ? memberOf(classification, lists)
      : [operationAtFault, placeOf(members, classification, shown)];
  return JSON.stringify([where, row, reasonCode, place ?? statusCode, personas]);
}

/**
 * The collection and member of a schema violation: `GET /tasks` at /3/title and `GET /tasks/{id}` at /title are one
 * cause.
 */
function memberOf({ operationAtFault, pointer = '' }: Classification, lists: Shown['lists']) {
  const collection = operationAtFault.replace(/^\S+ /, '').replace(/\/\{[^/]*\}$/, '');
  const list = lists.get(operationAtFault);
  const isInList = list !== undefined && pointer.startsWith(`${list}/`);
  const inThing = isInList ? pointer.slice(list.length).replace(/^\/\d+/, '') : pointer;
  return [collection, inThing.replaceAll(/\/\d+(?=\/|$)/g, '/0')];
}

function isItemLost({ classification }: Classified): boolean {
  return classification?.reasonCode === 'ITEM_LOST' && isDecisive(classification.verdict);
}

/**
 * True if `journey` reports a cause instead of `owner`: its rank is higher; or equal, and it shows more wrong members;
 * or as many, and it has fewer steps. On a tie the earlier plan reports it.
 */
function tellsMore(journey: Classified, owner: Classified): boolean {
  const ahead = rankOf(journey) - rankOf(owner) || membersIn(journey.classification) - membersIn(owner.classification);
  return ahead > 0 || (ahead === 0 && journey.plan.steps.length < owner.plan.steps.length);
}

/**
 * The rank of a journey within its cause, as a sum: enforced 8; about the operation at fault 4; about another item that
 * the write changed 2; not in a list 1.
 */
function rankOf({ plan, classification }: Classified): number {
  const enforced = plan.enforcement === 'ENFORCED' ? 8 : 0;
  const about = plan.subject === classification?.operationAtFault ? 4 : 0;
  const another = plan.steps.some((step) => step.id === classification?.stepId && isOfAnother(plan, step)) ? 2 : 0;
  const isInList =
    classification !== undefined && (classification.reasonCode === 'NOT_IN_LIST' || isOfList(plan, classification));
  return enforced + about + another + (isInList ? 0 : 1);
}
