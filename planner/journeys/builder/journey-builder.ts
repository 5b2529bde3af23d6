import type {
  Assertion,
  JsonSchema,
  PlanInput,
  RequestTemplate,
  Step,
  TeardownStep,
  Template,
} from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';

import { kindNamedBy } from '../../resources/relations/is-membership.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { requiredQuery } from '../../resources/lists/required-query.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Turn } from '../../values/model/choice.ts';
import { uniqueFor } from '../../values/text/unique-for.ts';
import { listScopeParams } from '../requests/list-scope-params.ts';
import { type Item, namedBy } from '../model/item.ts';
import { followWork } from './follow-work.ts';
import { foreignKeyValue } from '../requests/references/foreign-key-value.ts';
import { createItem, makeSingleton } from './create-item.ts';
import type { Planning } from '../model/planning.ts';
import { buildBody } from '../requests/build-body.ts';
import { requestBodyOf } from '../model/frozen-body.ts';
import { captureVersion, etagPrecondition } from '../requests/etag-precondition.ts';
import { requiredParams } from '../requests/required-params.ts';
import { refuseUnlinked, repeatedQueryOf } from '../requests/references/repeated-query-params.ts';
import { expectSuccess } from '../model/documented-responses.ts';
import { assumedOf, idInQuery, openMembersOf, passesOf, withQuery } from '../model/step-parts.ts';
import { withIdempotencyKey } from '../requests/with-idempotency-key.ts';
import { pathValues } from './path-values.ts';
import { pagingIn, probesOf } from './probes-of.ts';
import { existingReference } from '../requests/references/existing-reference.ts';
import { resendOptions } from '../model/resend-options.ts';
import type { Journey } from '../model/journey.ts';
import type { StepDraft } from '../model/step-draft.ts';
import type { ReferenceValue } from '../../resources/model/reference-data.ts';
import type { Lease } from '../../resources/model/lease.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { notCreatable } from '../../outcome/not-creatable.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

/** The only implementation of `Journey`, which documents the members. */
export class JourneyBuilder implements Journey {
  readonly planning: Planning;
  readonly actor: string | null;
  readonly steps: Step[] = [];
  readonly teardown: TeardownStep[] = [];
  readonly inputs: Record<string, PlanInput> = {};
  exclusive: string | undefined;
  readonly links = new Set<string>();
  claim: Lease | undefined;
  readonly making = { hidden: false, alike: false, stocked: false };
  readonly kinds = new Map<Operation, Record<string, Template>>();
  readonly picked = new Map<Operation, Record<string, Template>>();
  makesNothing = false;
  readonly #items = new Map<string, Item>();
  readonly #making = new Set<string>();
  readonly #followed = new Set<string>();
  readonly #found = new Map<string, Template>();

  constructor(planning: Planning, actor: string | null) {
    this.planning = planning;
    this.actor = actor;
  }

  item(resource: Resource, assert?: (item: Item) => Assertion[]): Item {
    const known = this.#items.get(resource.key);
    if (known) return known;
    if (this.isMaking(resource)) throw notCreatable(resource);
    this.#making.add(resource.key);
    try {
      const item = resource.isSingleton ? makeSingleton(this, resource) : createItem(this, resource, assert);
      this.#items.set(resource.key, item);
      return item;
    } finally {
      this.#making.delete(resource.key);
    }
  }

  isMaking({ key }: Resource): boolean {
    return this.makesNothing || this.#making.has(key);
  }

  another(resource: Resource, turn: 1 | 2, differing?: string): Item {
    const named = namedBy(this.planning.graph, this.item(resource));
    const make = () => createItem(this, resource, undefined, turn, differing);
    return named ? this.within(this.another(named, turn), make) : make();
  }

  otherEnd(resource: Resource): Item {
    const key = `${resource.key} at the other end`;
    const known = this.#items.get(key);
    if (known) return known;
    const item = this.#makeAs('stocked', () => this.#makeAs('alike', () => this.another(resource, 1)));
    this.#items.set(key, item);
    return item;
  }

  #makeAs<Result>(kind: 'alike' | 'stocked', build: () => Result): Result {
    const before = this.making[kind];
    this.making[kind] = true;
    try {
      return build();
    } finally {
      this.making[kind] = before;
    }
  }

  items(): Item[] {
    return [...this.#items.values()];
  }

  within<Result>(item: Item, build: () => Result): Result {
    const usual = this.#items.get(item.resource.key);
    this.#items.set(item.resource.key, item);
    try {
      return build();
    } finally {
      if (usual) this.#items.set(item.resource.key, usual);
      else this.#items.delete(item.resource.key);
    }
  }

  attempt<Result>(build: () => Result): Result | undefined {
    const [length, undone] = [this.steps.length, this.teardown.length];
    const kept = [this.#items, this.#found, this.#followed, this.links];
    const before = kept.map((one) => new Set<string>(one.keys()));
    const [exclusive, inputs] = [this.exclusive, { ...this.inputs }];
    const captures = this.steps.map((step) => ({ ...step.captures }));
    try {
      return build();
    } catch (error) {
      if (!(error instanceof CannotPlan)) throw error;
      this.steps.length = length;
      this.teardown.length = undone;
      this.exclusive = exclusive;
      for (const name of Object.keys(this.inputs)) if (!Object.hasOwn(inputs, name)) delete this.inputs[name];
      this.steps.forEach((step, at) => (step.captures = captures[at] ?? {}));
      kept.forEach((one, at) => [...one.keys()].forEach((key) => before[at]?.has(key) || one.delete(key)));
      return undefined;
    }
  }

  step(draft: StepDraft): string {
    const { operation, item, persona, body } = draft;
    this.#follow(operation);
    const id = this.freeId(draft.verb, draft.noun);
    const asked = item?.resource.list?.operation === operation ? listScopeParams(this, operation, item) : {};
    const isSeen = item && persona === this.actor && (draft.expect?.outcome ?? 'success') === 'success';
    if (body?.exclusive) this.exclusive = item?.resource.key ?? operation.key;
    const request = withQuery(this.request(operation, item, draft.path, body), { ...asked, ...draft.query });
    if (item && draft.assert?.some((one) => 'list' in one)) refuseUnlinked(this.steps, operation, item, request);
    this.steps.push({
      id,
      ...withIdempotencyKey(request, this.steps.length),
      ...(draft.rpc === undefined ? {} : { rpc: draft.rpc }),
      persona,
      ...(draft.madeUp === undefined ? {} : { madeUp: draft.madeUp }),
      ...(draft.signsIn ? { signsIn: true as const } : {}),
      expect: draft.expect ?? expectSuccess(operation),
      captures: { ...draft.captures, ...(isSeen ? captureVersion(item, operation) : {}) },
      assert: draft.assert ?? [],
      ...resendOptions(draft),
      ...openMembersOf(operation, body),
      ...assumedOf(operation),
      ...passesOf(this.planning.model.schemas, operation, item),
      ...(draft.effectOf === undefined ? {} : { effectOf: draft.effectOf }),
      ...(draft.mayBeAbsent ? { mayBeAbsent: true as const } : {}),
      ...(draft.saysNoneAnyway ? { saysNoneAnyway: true as const } : {}),
      probes: item ? probesOf(this, item, operation, draft.query !== undefined || Object.keys(asked).length > 0) : [],
      ...(item?.resource.list?.operation === operation || draft.assert?.some((one) => 'list' in one)
        ? pagingIn(this.planning.model.schemas, operation)
        : {}),
    });
    return id;
  }

  /**
   * If an OpenAPI link leads from an item's read to the operation, creates that item first and waits for
   * its work. Throws CannotPlan.
   */
  #follow(operation: Operation): void {
    if (this.makesNothing) return;
    for (const resource of this.planning.graph.leadingTo(operation)) {
      if (this.#making.has(resource.key) || this.#followed.has(resource.key)) continue;
      this.#followed.add(resource.key);
      followWork(this, this.item(resource));
    }
  }

  request(
    operation: Operation,
    item: Item | undefined,
    path: Record<string, Template> | undefined,
    body: BuiltBody | undefined,
  ): RequestTemplate {
    const { query, header } = requiredParams(this.planning, operation);
    const isKept = (name: string) => this.steps.some(({ captures }) => Object.hasOwn(captures, name));
    const version = etagPrecondition(operation, item, isKept);
    const rpc = this.planning.graph.rpc.get(operation);
    const sent = body ?? (rpc && operation.body?.required ? this.body(operation, 0, item) : undefined);
    return {
      operationId: operation.id,
      method: operation.method,
      path: operation.path,
      params: {
        path: path ?? this.pathOf(operation, item),
        query: {
          ...query,
          ...this.thingsAsked(operation),
          ...repeatedQueryOf(operation, item),
          ...(rpc ? idInQuery(query, item) : {}),
        },
        header: { ...header, ...version },
      },
      ...(sent ? { body: requestBodyOf(sent) } : {}),
      ...(rpc ? { rpc } : {}),
    };
  }

  body(operation: Operation, turn: Turn, item?: Item, differing?: string): BuiltBody | undefined {
    return buildBody(this, operation, turn, item, differing);
  }

  deleteBody(operation: Operation, item: Item): BuiltBody | undefined {
    return operation.body?.required ? this.body(operation, 0, item) : undefined;
  }

  referenceFor(field: string, schema: JsonSchema = true): Template | undefined {
    if (this.makesNothing) return this.#madeUp(field, schema);
    const producer = this.planning.graph.producerOfField(field);
    if (producer && !this.#making.has(producer.key))
      return this.#makeAs('stocked', () => foreignKeyValue(this, this.item(producer), field, schema));
    return existingReference(this, field, schema, producer);
  }

  thingsAsked(operation: Operation): Record<string, Template> {
    if (this.makesNothing) return {};
    const named = requiredQuery(operation).flatMap(({ name, schema }) => {
      const found = isIdLike(name) ? this.attempt(() => this.referenceFor(name, schema)) : undefined;
      return found ? [[name, found] as const] : [];
    });
    return Object.fromEntries(named);
  }

  #madeUp(field: string, schema: JsonSchema): Template | undefined {
    const { schemas } = this.planning.model;
    return schema === true ? undefined : uniqueFor(schemas, schemas.flatten(schema), field, undefined, 0);
  }

  firstOf({ stock, pointer }: ReferenceValue): Template {
    const { noun, operation, place } = stock;
    const key = `${operation.key} ${pointer ?? ''}`;
    const known = this.#found.get(key);
    if (known) return known;
    const capture = this.freeCapture(noun);
    const first = { from: 'first' as const, list: place.list, ...(pointer === undefined ? {} : { pointer }) };
    this.step({ verb: 'find', noun, operation, persona: this.actor, captures: { [capture]: first } });
    this.#found.set(key, { capture });
    return { capture };
  }

  thingNamedBy(operation: Operation, param: string, turn: Turn = 0): Item | undefined {
    const { graph } = this.planning;
    const thing = kindNamedBy(graph, param);
    if (!thing || thing === graph.producerOf(operation.path, param) || this.#making.has(thing.key)) return undefined;
    return turn === 0 ? this.item(thing) : this.another(thing, turn);
  }

  pathOf(
    operation: Operation,
    item: Item | undefined,
    chosen?: { param: string; thing?: Item | undefined; turn?: Turn },
  ): Record<string, Template> {
    return pathValues(this, this.#making, operation, item, chosen);
  }

  freeId(verb: string, noun: string): string {
    const base = `${verb}-${noun}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    let id = base;
    for (let count = 2; this.steps.some((step) => step.id === id); count += 1) id = `${base}-${count}`;
    return id;
  }

  freeCapture(noun: string): string {
    const base = `${noun.replaceAll(/[^A-Za-z0-9]+/g, '_')}Id`;
    let name = base;
    for (let count = 2; this.steps.some(({ captures }) => Object.hasOwn(captures, name)); count += 1)
      name = `${base}${count}`;
    return name;
  }

  given(name: string): Template {
    this.inputs[name] = { env: `APITEST_PARAM_${upperSnake(name)}`, onMissing: 'skip' };
    return { input: name };
  }
}
