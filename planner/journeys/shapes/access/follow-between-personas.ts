import type { PersonaBinding, Step, ValueReference } from '#verifier/plan/plan.ts';

import { actionsIn, wordsIn } from '../../../personas/grammar/limit-words.ts';
import { grantsOnOthers } from '../../../personas/grammar/stated-limits.ts';
import { paramsOf, shapeOf } from '../../../resources/model/path-template.ts';
import { successBody } from '../../../resources/responses/response-shape.ts';
import { transitionOf } from '../../../resources/actions/transition-of.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { JOIN_REQUESTS, isPrivateAccount, mayRequireApproval } from '../../builder/may-require-approval.ts';
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
import { sameName } from '../../../vocabulary/words-of.ts';
import { isTotal, limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';
import { KIND_FACTS } from '../../model/kind-facts.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * Relations that one account may have to another: invisible to others as content, free, and ended by the opposite call.
 * "Mute" may act on everybody, so it is absent.
 */
const PLAIN = new Set('bookmark favorite favourite follow star'.split(' '));

/** The response that tells a persona its own account. */
type Known = { persona: PersonaBinding; teller: IdentitySource };
/**
 * A relation of one account to another: the operation that starts it, the one that ends it, and the member of the
 * other's profile that shows it.
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
 * `POST /users/{id}/follow`: the first persona follows the second and unfollows it. People from outside are left alone.
 * It is asserted only if the first persona's own read shows that it did not follow before, and if the two are different
 * accounts.
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
  test: 'planner/between-personas',
  propose: proposeProfiles,
});

/**
 * The actor's own profile, read by the name that the service told the actor: it shows that name. What else it shows, a
 * public view may shorten.
 */
function proposeProfiles(planning: Planning): Proposal[] {
  return accountIdentitiesIn(planning).flatMap((people) => {
    const { read, resource } = people;
    const teller = tellerOfActor(people);
    if (!planning.roles.actor || !teller) return [];
    return [
      {
        name: `What ${read.operation.key} shows of the caller is as documented`,
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
    const isPlain = PLAIN.has(make.verb ?? '') && [make, takeBack].every(isAtOnce);
    if (!takeBack || !isPlain || change?.kind !== 'flag' || change.reached[0] !== true) return [];
    const flag = read.place.prefix + change.pointer;
    const isShown = isAlwaysShown(model.schemas, successBody(read.operation) ?? true, flag);
    // One path may call an id what another calls a name: 7 may be an id or a user name.
    const [isById, ...others] = [read, make].map(({ operation: { path } }) => isIdLike(paramsOf(path)[0] ?? ''));
    return isShown && others.every((one) => one === isById) ? [{ people, make, takeBack, flag, actor, other }] : [];
  });
}

/** It asks for nothing, and is done when it is answered. */
function isAtOnce(action: ItemAction | undefined): boolean {
  if (action === undefined) return false;
  const { body, responses, words } = action.operation;
  return !body && !responses['202'] && !JOIN_REQUESTS.test(words);
}

function tellerOfActor({ caller, makers }: AccountIdentity): IdentitySource | undefined {
  return caller ?? makers.toSorted((left, right) => depthOf(left) - depthOf(right))[0];
}

function depthOf({ operation: { path } }: IdentitySource): number {
  return path.split('{').length;
}

/** Another persona with an account: the service tells its identity, or its description lets it create items. */
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
          made && makes(persona, made.noun) && !limits.some((limit) => limitCovers(limit, 'create', made, graph)),
      );
    if (teller) return { persona, teller };
  }
  return undefined;
}

const DOES = new Set(['and', 'can', 'may', 'or']);

/** True if the description says that the persona creates such items: "can read, comment", "writes articles". */
function makes({ description }: PersonaBinding, noun: string): boolean {
  const granted = grantsOnOthers(description);
  const words = wordsIn(granted.replaceAll(',', ' and '));
  const isDone = words.some((word, at) => sameName(word, noun) && DOES.has(words[at - 1] ?? ''));
  return isDone || (words.some((word) => sameName(singular(word), noun)) && actionsIn(granted).includes('create'));
}

/** Reads that the relation does not exist, starts it, ends it, and reads again. */
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

/** Both are people: a service may answer with who follows instead of whom. */
function allowForActor(step: Step, other: { capture: string }, own: ValueReference): void {
  const shown = step.assert.find(
    (one) => one.op === 'equals' && 'capture' in one.value && one.value.capture === other.capture,
  );
  if (shown?.op === 'equals') step.onlyWhere = { pointer: shown.pointer, isNot: own };
}

/** AccountIdentity items are never created: paths name the account that the service told. */
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

/** A user that the run did not create. */
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

/** The other persona creates or reads what tells its account name, which must differ from the actor's. */
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
 * A profile need not exist. The account may have none, the creator may be an organisation, and another's profile may be
 * hidden.
 */
function keep(journey: Journey, stepId: string | undefined, pointer: string, noun: string): { capture: string } {
  const step = journey.steps.find(({ id }) => id === stepId);
  const capture = journey.freeCapture(noun);
  if (step) step.captures = { ...step.captures, [capture]: { from: 'body', pointer, found: true } };
  return { capture };
}
