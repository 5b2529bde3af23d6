import type {
  Assertion,
  Capture,
  Expectation,
  PlanInput,
  Probe,
  RequestTemplate,
  Step,
  TeardownStep,
  Template,
  ValueReference,
} from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';

import { pagingOf } from '../resources/paging-of.ts';
import { paramsOf } from '../resources/path-template.ts';
import type { IdSource, Resource } from '../resources/resource-graph.ts';
import { CannotPlan } from '../rules/dropped-plan.ts';
import type { Operation } from '../spec/spec-model.ts';
import { sameName } from '../values/field-names.ts';
import { assertedFields } from '../values/asserted-fields.ts';
import type { SentField } from '../values/choose-value.ts';
import { expectSuccess } from './response-schemas.ts';
import type { Planning } from './planning.ts';
import { type BuiltBody, buildBody, requiredParams, standInFor } from './request-values.ts';

/** A field that the item holds now: which step sent its value, and where. */
export type HeldField = SentField & { step: string };

/** An item that this journey created, or a singleton below one. */
export type Item = {
  resource: Resource;
  /** Step that created it; undefined for a singleton. */
  createdBy: string | undefined;
  id: { template: Template; reference: ValueReference; fromHeader: boolean } | undefined;
  /** By pointer within the resource. */
  held: Map<string, HeldField>;
};

/** A step as a shape describes it; the journey fills in the rest. */
export type StepDraft = {
  verb: string;
  /** What the step is about, for its id. */
  noun: string;
  operation: Operation;
  persona: string | null;
  item?: Item | undefined;
  body?: BuiltBody | undefined;
  path?: Record<string, Template>;
  expect?: Expectation;
  captures?: Record<string, Capture>;
  assert?: Assertion[];
  effectOf?: string | undefined;
};

/** A journey while it is being built: makes what it needs first, remembers it, and tears it down. */
export class Journey {
  readonly planning: Planning;
  /** The identity that creates and reads; null = none. */
  readonly actor: string | null;
  readonly steps: Step[] = [];
  readonly teardown: TeardownStep[] = [];
  readonly inputs: Record<string, PlanInput> = {};
  exclusive: string | undefined;
  readonly #items = new Map<string, Item>();
  readonly #making = new Set<string>();

  constructor(planning: Planning, actor: string | null) {
    this.planning = planning;
    this.actor = actor;
  }

  /** The item of a resource, created on first use together with everything above it. Throws CannotPlan. */
  item(resource: Resource): Item {
    const known = this.#items.get(resource.key);
    if (known) return known;
    const item = resource.isSingleton ? this.#singleton(resource) : this.create(resource);
    this.#items.set(resource.key, item);
    return item;
  }

  /** Creates an item with the resource's own create, and undoes it at the end. Throws CannotPlan. */
  create(resource: Resource, assert: (item: Item) => Assertion[] = () => []): Item {
    const { operation, id } = this.#createOf(resource);
    this.#making.add(resource.key);
    const body = this.body(operation, 0);
    const path = this.pathOf(operation, undefined, id.from === 'path' ? id.param : undefined);
    const stepId = this.#freeId('create', resource.noun);
    const capture = this.#freeCapture(resource.noun);
    const item: Item = {
      resource,
      createdBy: stepId,
      held: heldBy(stepId, body),
      id: id.from === 'path' ? idSentAs(stepId, id.param) : idFrom(id, capture),
    };
    this.#making.delete(resource.key);
    this.step({
      verb: 'create',
      noun: resource.noun,
      operation,
      persona: this.actor,
      item,
      body,
      path,
      captures: captureOf(id, capture),
      assert: assert(item),
    });
    this.#undo(item, stepId);
    return item;
  }

  /** Should a create that must be refused go through after all, what it made is taken away again. */
  undoIfCreated(resource: Resource, step: string): void {
    const source = resource.create?.id;
    const made = this.steps.find(({ id }) => id === step);
    if (!source || !made) return;
    const capture = this.#freeCapture(resource.noun);
    made.captures = captureOf(source, capture);
    const id = source.from === 'path' ? idSentAs(step, source.param) : idFrom(source, capture);
    this.#undo({ resource, createdBy: step, held: new Map(), id }, step);
  }

  /** Adds a step and gives its id. */
  step(draft: StepDraft): string {
    const { operation, item, persona, body } = draft;
    const id = this.#freeId(draft.verb, draft.noun);
    if (body?.exclusive) this.exclusive = item?.resource.key ?? operation.key;
    this.steps.push({
      id,
      ...this.request(operation, item, draft.path, body),
      persona,
      expect: draft.expect ?? expectSuccess(operation),
      captures: draft.captures ?? {},
      assert: draft.assert ?? [],
      ...(draft.effectOf === undefined ? {} : { effectOf: draft.effectOf }),
      probes: item ? this.#probesOf(item, operation) : [],
      ...(item?.resource.list?.operation === operation ? this.#paging(operation) : {}),
    });
    return id;
  }

  /** A request with all required parameters. Throws CannotPlan. */
  request(
    operation: Operation,
    item: Item | undefined,
    path: Record<string, Template> | undefined,
    body: BuiltBody | undefined,
  ): RequestTemplate {
    const { query, header } = requiredParams(this.planning, operation);
    return {
      operationId: operation.id,
      method: operation.method,
      path: operation.path,
      params: { path: path ?? this.pathOf(operation, item), query, header },
      ...(body ? { body: { contentType: body.contentType, value: body.template } } : {}),
    };
  }

  /** The body of a write; a required field that refers to another resource gets one that was created first. Throws CannotPlan. */
  body(operation: Operation, turn: 0 | 1, item?: Item): BuiltBody | undefined {
    return buildBody(this, operation, turn, item);
  }

  /** A value for a body field that refers to another resource, or undefined. Throws CannotPlan where making it fails. */
  referenceFor(field: string): Template | undefined {
    const producer = this.planning.graph.producerOfField(field);
    if (producer && !this.#making.has(producer.key)) return this.item(producer).id?.template;
    const input = this.planning.envProvidedParams.find((name) => sameName(name, field));
    return input === undefined ? undefined : this.#input(input);
  }

  /**
   * Values for every parameter of the path: the item itself, parents made by this journey, inputs, closed sets; the `chosen` one gets an
   * id that no item has. Throws CannotPlan.
   */
  pathOf(operation: Operation, item: Item | undefined, chosen?: string): Record<string, Template> {
    const path: Record<string, Template> = {};
    const names = paramsOf(operation.path);
    for (const name of names) {
      const own = item && !item.resource.isSingleton && name === names.at(-1) && isItemOf(operation, item.resource);
      const free = name === chosen ? standInFor(this.planning, operation, name) : undefined;
      const value = own ? item.id?.template : (free ?? this.#valueOfParam(operation, name));
      if (value) path[name] = value;
    }
    return path;
  }

  /** The fields of an item that a response of `shown` must carry as they were sent last. */
  assertHeld(item: Item, shown: Parameters<typeof assertedFields>[2], prefix: string, words: string): Assertion[] {
    const fields = assertedFields(this.planning.model.schemas, [...item.held.values()], shown, words);
    return fields.map(({ pointer, compare }) => ({
      op: 'equals',
      pointer: prefix + pointer,
      value: this.sentValue(item, pointer),
      compare,
    }));
  }

  /** Reference to the value that an item's field was sent with last. */
  sentValue(item: Item, pointer: string): ValueReference {
    return { sent: item.held.get(pointer)?.step ?? '', pointer: `/body${pointer}` };
  }

  #createOf(resource: Resource): NonNullable<Resource['create']> {
    if (resource.create && !this.#making.has(resource.key)) return resource.create;
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      ...pointerOf(resource.blindCreate ?? resource.read?.operation),
      detail: resource.blindCreate
        ? `${resource.blindCreate.key} does not document the id of the ${resource.noun} that it creates.`
        : `No operation of this spec creates a ${resource.noun}.`,
      edit: resource.blindCreate
        ? `Document the "id" in the 2xx response of ${resource.blindCreate.key}, or a Location header.`
        : `Add "POST ${resource.key.replaceAll('{}', '{id}')}" with a 201 response that shows the id, or declare the parameter as env-provided.`,
    });
  }

  #singleton(resource: Resource): Item {
    const operation = resource.read?.operation as Operation;
    const path = this.pathOf(operation, undefined);
    if (!Object.values(path).some((value) => 'capture' in value || 'sent' in value))
      throw new CannotPlan({
        reason: 'NOT_CREATABLE',
        pointer: operation.pointer,
        detail: `${operation.path} is not below anything that the journey creates; changing it would change shared state.`,
        edit: `Offer ${resource.noun} below a resource that can be created.`,
      });
    const item: Item = { resource, createdBy: undefined, id: undefined, held: new Map() };
    return resource.put ? this.#setSingleton(item, resource.put) : item;
  }

  /** Something that may not be there until it is first put. */
  #setSingleton(item: Item, put: Operation): Item {
    const body = this.body(put, 0);
    const createdBy = this.step({
      verb: 'set',
      noun: item.resource.noun,
      operation: put,
      persona: this.actor,
      item,
      body,
    });
    return { ...item, createdBy, held: heldBy(createdBy, body) };
  }

  #valueOfParam(operation: Operation, name: string): Template {
    const input = this.planning.envProvidedParams.find((param) => sameName(param, name));
    if (input !== undefined) return this.#input(input);
    const producer = this.planning.graph.producerOf(operation.path, name);
    const made = producer && !this.#making.has(producer.key) ? this.item(producer).id?.template : undefined;
    const value = made ?? standInFor(this.planning, operation, name, true);
    if (value) return value;
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer:
        operation.parameters.find((param) => param.in === 'path' && param.name === name)?.pointer ?? operation.pointer,
      detail: `No operation of this spec creates what {${name}} of ${operation.path} names.`,
      edit: `Declare "${name}" as an env-provided parameter, or add the operation that creates it.`,
    });
  }

  #input(name: string): Template {
    this.inputs[name] = { env: `APITEST_PARAM_${upperSnake(name)}`, onMissing: 'skip' };
    return { input: name };
  }

  /** Removes, at the end, what a create step made; nothing where the spec offers no way. */
  #undo(item: Item, forStep: string): void {
    const { remove } = item.resource;
    if (!remove) return;
    this.teardown.push({ ...this.request(remove, item, undefined, undefined), forStep, persona: this.actor });
  }

  /** The reads that show whether the item is there. */
  #probesOf(item: Item, except: Operation): Probe[] {
    const { read, list } = item.resource;
    const probes: Probe[] = [];
    if (read && read.operation !== except && (item.id || item.resource.isSingleton))
      probes.push({
        kind: 'item',
        request: this.request(read.operation, item, undefined, undefined),
        persona: this.actor,
      });
    const match = list && list.operation !== except ? this.matchOf(item) : [];
    if (list && match.length > 0)
      probes.push({
        kind: 'list',
        request: this.request(list.operation, undefined, undefined, undefined),
        persona: this.actor,
        list: list.place.list,
        match,
        ...this.#paging(list.operation),
      });
    return probes;
  }

  /** What finds the item in its list: the id, or where the list does not show it, a field that is unique to this run. */
  matchOf(item: Item): { pointer: string; value: ValueReference }[] {
    const { list } = item.resource;
    const id = list?.place.item.id;
    if (!list || !item.id) return [];
    if (id && this.isComparable(item, id.schema)) return [{ pointer: id.pointer, value: item.id.reference }];
    const { flat, prefix } = list.place.item;
    const shown = assertedFields(this.planning.model.schemas, [...item.held.values()], flat, '');
    const unique = shown.find(({ pointer }) => {
      const template = item.held.get(pointer)?.template;
      return template !== undefined && 'unique' in template;
    });
    return unique ? [{ pointer: prefix + unique.pointer, value: this.sentValue(item, unique.pointer) }] : [];
  }

  /** An id that came as text from a header or a path equals only a text; one from a body has its own type. */
  isComparable(item: Item, schema: Parameters<Planning['model']['schemas']['flatten']>[0]): boolean {
    if (!item.id) return false;
    const typed = 'capture' in item.id.reference && !item.id.fromHeader;
    const { types } = this.planning.model.schemas.flatten(schema);
    return typed || types[0] === 'string';
  }

  #paging(operation: Operation) {
    const paging = pagingOf(this.planning.model.schemas, operation);
    return paging ? { paging } : {};
  }

  #freeId(verb: string, noun: string): string {
    const base = `${verb}-${noun}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    let id = base;
    for (let count = 2; this.steps.some((step) => step.id === id); count += 1) id = `${base}-${count}`;
    return id;
  }

  #freeCapture(noun: string): string {
    const base = `${noun.replaceAll(/[^A-Za-z0-9]+/g, '_')}Id`;
    let name = base;
    for (let count = 2; this.steps.some(({ captures }) => Object.hasOwn(captures, name)); count += 1)
      name = `${base}${count}`;
    return name;
  }
}

/** The fields that a step's body sends, by pointer. */
export function heldBy(step: string, body: BuiltBody | undefined): Map<string, HeldField> {
  return new Map(body?.fields.map((field) => [field.pointer, { ...field, step }]));
}

function captureOf(source: IdSource, name: string): Record<string, Capture> {
  if (source.from === 'path') return {};
  return source.from === 'body'
    ? { [name]: { from: 'body', pointer: source.field.pointer } }
    : { [name]: { from: 'header', name: 'location', take: 'lastSegment' } };
}

function idFrom(source: IdSource, capture: string): NonNullable<Item['id']> {
  return { template: { capture }, reference: { capture }, fromHeader: source.from === 'location' };
}

function idSentAs(step: string, param: string): NonNullable<Item['id']> {
  const reference = { sent: step, pointer: `/path/${param}` };
  return { template: reference, reference, fromHeader: false };
}

function pointerOf(operation: Operation | undefined) {
  return operation ? { pointer: operation.pointer } : {};
}

function isItemOf(operation: Operation, resource: Resource): boolean {
  return [resource.read?.operation, resource.put, resource.patch, resource.remove].includes(operation);
}
