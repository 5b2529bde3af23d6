import type { PersonaBinding, Step, ValueReference } from '#verifier/plan/plan.ts';

import { isGrantedCreate } from '../../../personas/grammar/is-granted-create.ts';
import { isPrivateAccount } from '../../../personas/grammar/is-private-account.ts';
import { paramsOf, shapeOf } from '../../../resources/model/path-template.ts';
import { successBody } from '../../../resources/responses/response-shape.ts';
import { transitionOf } from '../../../resources/actions/transition-of.ts';
import { asksToJoin } from '../../../vocabulary/people-and-access.ts';
import { plainRelations } from '../../../vocabulary/verb-groups.ts';
import { mayRequireApproval } from '../../builder/may-require-approval.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { JourneyBuilder } from '../../builder/journey-builder.ts';
import {
  isAlwaysShown,
  type AccountIdentity,
  accountIdentitiesIn,
  type IdentitySource,
} from '../../builder/account-identity.ts';
import type { Planning } from '../../model/planning.ts';
import { readItem } from '../../builder/show-item.ts';
import type { Proposal, Sketch } from '../../model/sketch.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { isTotal, limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';
import { KIND_FACTS } from '../../model/kind-facts.ts';
import { defineShape } from '../../model/define-shape.ts';

/** A persona, and the response from which it learns the id or name of its own account. */
type Known = { persona: PersonaBinding; teller: IdentitySource };
/**
 * A relation between two accounts: `make` starts it, `takeBack` ends it, and `flag` is the member of the other account
 * that shows it.
 */
type Relation = {
  people: AccountIdentity;
  make: ItemAction;
  takeBack: ItemAction;
  flag: string;
  actor: IdentitySource;
  other: Known;
};

/**
 * Returns the sketches. Those about `POST /users/{id}/follow` or its DELETE, if their kind has the fact
 * `followsPeople`, become journeys about the second persona's account. Such a journey ends undecided if both personas
 * have one account, or if the first followed the second before.
 */
export function followBetweenPersonas(planning: Planning, sketches: Sketch[]): Sketch[] {
  const relations = accountIdentitiesIn(planning).flatMap((people) => relationsOf(planning, people));
  return sketches.map((sketch) => {
    const relation = relations.find(({ make, takeBack }) =>
      [make, takeBack].some(({ operation }) => operation === sketch.subject),
    );
    const isOfActor = KIND_FACTS[sketch.kind].followsPeople;
    if (!relation || !isOfActor) return sketch;
    return { ...sketch, build: (journey) => relate(journey, relation, sketch.build) };
  });
}

export const ownProfiles = defineShape({
  id: 'access/own-profile',
  kind: 'read-beside',
  title: 'A persona reads its own profile by the name that the service told it',
  terms: ['account identity', 'profile'],
  example: 'GET /me → 200 {"username":"alice"}, GET /profiles/alice → 200 {"username":"alice"}',
  test: 'planner/journeys/shapes/access/follow-between-personas',
  testTitle: 'of who wrote it, %s a fault',
  propose: proposeProfiles,
});

/**
 * Proposes a read of the first persona's own profile. Only its id or name is asserted, because a public
 * profile may omit other members.
 */
function proposeProfiles(planning: Planning): Proposal[] {
  return accountIdentitiesIn(planning).flatMap((people) => {
    const { read, resource } = people;
    const teller = tellerOfActor(people);
    if (!planning.roles.actor || !teller) return [];
    return [
      {
        name: `${read.operation.key} answers as documented for the caller`,
        subject: read.operation,
        personas: [],
        variant: 'own',
        build: (journey) => {
          const own = tellActor(journey, teller, `own_${resource.noun}`);
          readItem(journey, personCalled(people, own), '');
          journey.exclusive = resource.key;
        },
      },
    ];
  });
}

function relationsOf(planning: Planning, people: AccountIdentity): Relation[] {
  const { model, roles } = planning;
  const { resource, read } = people;
  const actor = tellerOfActor(people);
  const other = roles.actor && otherKnown(planning, people);
  if (!actor || !other || mayRequireApproval(planning, people)) return [];
  return resource.actions.flatMap((make) => {
    const takeBack = resource.actions.find(
      ({ operation: { path, method }, verb }) =>
        method === 'DELETE' && path === make.operation.path && verb === `un${make.verb}`,
    );
    const change = transitionOf(model.schemas, make, read.place.flat);
    const isPlain = plainRelations.has(make.verb ?? '') && [make, takeBack].every(isAtOnce);
    if (!takeBack || !isPlain || change?.kind !== 'flag' || change.reached[0] !== true) return [];
    const flag = read.place.prefix + change.pointer;
    const isShown = isAlwaysShown(model.schemas, successBody(read.operation) ?? true, flag);
    // If `GET /users/{name}` takes a name and `POST /users/{id}/follow` an id, one captured value does not fit both.
    const [isById, ...others] = [read, make].map(({ operation: { path } }) => isIdLike(paramsOf(path)[0] ?? ''));
    return isShown && others.every((one) => one === isById) ? [{ people, make, takeBack, flag, actor, other }] : [];
  });
}

/** True if the action sends no body and takes effect with its response: no 202, and no request to join. */
function isAtOnce(action: ItemAction | undefined): boolean {
  if (action === undefined) return false;
  const { body, responses, words } = action.operation;
  return !body && !responses['202'] && !asksToJoin(words);
}

function tellerOfActor({ caller, makers }: AccountIdentity): IdentitySource | undefined {
  return caller ?? makers.toSorted((left, right) => depthOf(left) - depthOf(right))[0];
}

function depthOf({ operation: { path } }: IdentitySource): number {
  return path.split('{').length;
}

/**
 * Returns another persona, with the response that tells its account: `GET /me`, or a create that its
 * description grants. Private accounts and personas that are refused everything on accounts are left out.
 * Undefined if none remains.
 */
function otherKnown({ roles, graph }: Planning, { caller, makers, read }: AccountIdentity): Known | undefined {
  for (const persona of roles.bindings) {
    const isActing = persona.authType !== 'NONE' && persona !== roles.actor && !roles.ambiguous.includes(persona);
    const limits = roles.limited.find((one) => one.persona === persona)?.limits ?? [];
    if (!isActing || isPrivateAccount(persona) || limits.some((limit) => isTotal(limit, read.operation.path, graph)))
      continue;
    const teller =
      caller ??
      makers.find(
        ({ made }) =>
          made &&
          isGrantedCreate(persona, made.noun) &&
          !limits.some((limit) => limitCovers(limit, 'create', made, graph)),
      );
    if (teller) return { persona, teller };
  }
  return undefined;
}

/**
 * Builds the journey between the two personas. A read must show that the relation does not exist, then `build` runs.
 * Teardown ends each relation that the journey starts.
 */
function relate(outer: Journey, relation: Relation, build: Proposal['build']): void {
  const { people, make, takeBack, flag } = relation;
  const { noun, key } = people.resource;
  const journey = new JourneyBuilder(knowing(outer.planning, people), outer.actor);
  const own = tellActor(journey, relation.actor, `own_${noun}`);
  const other = tellOther(journey, relation, own);
  const item = personCalled(people, other);
  journey.within(item, () => {
    readItem(journey, item, '');
    const step = journey.steps.at(-1);
    if (step) step.onlyWhere = { pointer: flag, is: false };
    build(journey);
    const removal = journey.request(takeBack.operation, undefined, undefined, undefined);
    for (const relating of journey.steps) {
      const { id, operationId, persona } = relating;
      const isMade = operationId === make.operation.id;
      if (isMade) journey.teardown.push({ ...removal, forStep: id, persona: persona ?? journey.actor });
      if (isMade || operationId === takeBack.operation.id) allowForActor(relating, other, own);
    }
  });
  outer.steps.push(...journey.steps);
  outer.teardown.push(...journey.teardown);
  Object.assign(outer.inputs, journey.inputs);
  outer.exclusive = key;
}

/**
 * Lets the journey end undecided if the response shows the first persona's own account. Some services return who
 * follows, not who is followed.
 */
function allowForActor(step: Step, other: { capture: string }, own: ValueReference): void {
  const shown = step.assert.find(
    (one) => one.op === 'equals' && 'capture' in one.value && one.value.capture === other.capture,
  );
  if (shown?.op === 'equals') step.onlyWhere = { pointer: shown.pointer, isNot: own };
}

/**
 * Returns the planning in which paths such as `/users/{id}/follow` take the accounts' resource, although no operation
 * creates it. The journey puts a known account in its place.
 */
function knowing(planning: Planning, { resource, read }: AccountIdentity): Planning {
  const { graph } = planning;
  const shape = shapeOf(read.operation.path);
  const isOfPeople = (path: string, param: string) => shapeOf(`${path.split(`{${param}}`)[0]}{}`) === shape;
  return {
    ...planning,
    graph: {
      ...graph,
      producerOf: (path, param) => (isOfPeople(path, param) ? resource : graph.producerOf(path, param)),
    },
  };
}

/** Returns the item for an account that the run did not create. */
function personCalled({ resource }: AccountIdentity, name: ValueReference): Item {
  return {
    resource,
    createdBy: undefined,
    id: { template: name, reference: name, fromHeader: false },
    held: new Map(),
  };
}

function tellActor(journey: Journey, teller: IdentitySource, noun: string): { capture: string } {
  const { operation, pointer, made } = teller;
  const { actor: persona } = journey;
  const createdBy = made ? journey.item(made).createdBy : journey.step({ verb: 'ask', noun, operation, persona });
  return keep(journey, createdBy, pointer, noun);
}

/**
 * Adds the step by which the other persona learns the id or name of its account. If that is the first
 * persona's, the journey ends undecided.
 */
function tellOther(journey: Journey, { people, actor, other }: Relation, own: ValueReference): { capture: string } {
  const { persona, teller } = other;
  const { operation, pointer, made } = teller;
  const noun = `other_${people.resource.noun}`;
  const id = made
    ? (made === actor.made ? journey.another(made, 1) : journey.item(made)).createdBy
    : journey.step({ verb: 'ask', noun, operation, persona: persona.name });
  const kept = keep(journey, id, pointer, noun);
  const step = journey.steps.find((one) => one.id === id);
  if (step) Object.assign(step, { persona: persona.name, onlyWhere: { pointer, isNot: own } });
  for (const removal of journey.teardown) if (removal.forStep === id) removal.persona = persona.name;
  return kept;
}

/**
 * Captures the account's id or name from the step's response. `found` tells the engine that the run did not create the
 * account. Not every request may use it: the creator of an item may be an organisation.
 */
function keep(journey: Journey, stepId: string | undefined, pointer: string, noun: string): { capture: string } {
  const step = journey.steps.find(({ id }) => id === stepId);
  const capture = journey.freeCapture(noun);
  if (step) step.captures = { ...step.captures, [capture]: { from: 'body', pointer, found: true } };
  return { capture };
}
