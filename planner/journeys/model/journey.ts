import type {
  Assertion,
  JsonSchema,
  PlanInput,
  RequestTemplate,
  Step,
  TeardownStep,
  Template,
} from '#verifier/plan/plan.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Turn } from '../../values/model/choice.ts';
import type { Item } from './item.ts';
import type { Planning } from './planning.ts';
import type { StepDraft } from './step-draft.ts';
import type { ReferenceValue } from '../../resources/model/reference-data.ts';
import type { Lease } from '../../resources/model/lease.ts';
import type { BuiltBody } from './built-body.ts';

/**
 * A journey that is being built. For each step it adds the creates of the items that the step needs, each item once,
 * and their deletion at teardown.
 */
export interface Journey {
  readonly planning: Planning;
  /** The persona that creates and reads; null: requests carry no credentials. */
  readonly actor: string | null;
  readonly steps: Step[];
  readonly teardown: TeardownStep[];
  readonly inputs: Record<string, PlanInput>;
  exclusive: string | undefined;
  /** Names of optional body members that refer to other items and are sent as if they were required. */
  readonly links: Set<string>;
  /** The lease that the journey's subject acquires, or that must be held before it; undefined for most journeys. */
  claim: Lease | undefined;
  /**
   * Wishes for the values of the create that is being built. `hidden`: only the creator sees the item. `alike`: it
   * differs from the first item only where it must. `stocked`: its stock or balance is enough for others to take from.
   */
  readonly making: { hidden: boolean; alike: boolean; stocked: boolean };
  /**
   * By create operation: members that state the item's kind (`{type: "directory"}`), with the values that must be sent.
   */
  readonly kinds: Map<Operation, Record<string, Template>>;
  /**
   * By operation: the body members that name the entry which the journey picked from the list at the operation's path.
   */
  readonly picked: Map<Operation, Record<string, Template>>;
  /** True: the journey creates nothing, and the ids that it sends are made up. */
  makesNothing: boolean;
  /**
   * Returns the journey's item of a resource. The first call creates it and its parents; later calls return the
   * same item. Throws CannotPlan.
   */
  item(resource: Resource, assert?: (item: Item) => Assertion[]): Item;
  /**
   * True while the item of a resource is being created, or if the journey creates nothing. No other item
   * can refer to it.
   */
  isMaking(resource: Resource): boolean;
  /**
   * Creates a further item below the same parents, with other values: the second (`turn` 1) or third (`turn` 2). `item`
   * still returns the first one. Throws CannotPlan.
   */
  another(resource: Resource, turn: 1 | 2, differing?: string): Item;
  /**
   * Returns the second item for a body that names two of one resource: `toAccountId` beside `fromAccountId`. The first
   * call creates it. Throws CannotPlan.
   */
  otherEnd(resource: Resource): Item;
  /**
   * Returns the items that `item` and `otherEnd` have returned so far. An item of `another` is among them only inside
   * `within`.
   */
  items(): Item[];
  /**
   * Runs `build` with `item` as its resource's item: steps that `build` adds act on `item`, or below it. An earlier
   * item is put back afterwards.
   */
  within<Result>(item: Item, build: () => Result): Result;
  /**
   * Runs `build` and returns its result. If it throws CannotPlan, the steps, teardown, items, inputs and captures that
   * it added are removed, and undefined is returned.
   */
  attempt<Result>(build: () => Result): Result | undefined;
  /** Adds a step, after the creates that it needs, and returns its id. Throws CannotPlan. */
  step(draft: StepDraft): string;
  /** Returns a request with values for all required parameters. Throws CannotPlan. */
  request(
    operation: Operation,
    item: Item | undefined,
    path: Record<string, Template> | undefined,
    body: BuiltBody | undefined,
  ): RequestTemplate;
  /**
   * Returns the body of a write; undefined if the operation takes none. Items that required members refer to are
   * created first. Throws CannotPlan.
   */
  body(operation: Operation, turn: Turn, item?: Item, differing?: string): BuiltBody | undefined;
  /** Returns the body of a DELETE; undefined unless the spec requires one. Throws CannotPlan. */
  deleteBody(operation: Operation, item: Item): BuiltBody | undefined;
  /**
   * Returns the value of a member that refers to another item. The first that exists is taken: a created item's id, an
   * env-provided value, the first entry of a list of reference data, the id of a part. Undefined if there is none. A
   * journey that creates nothing gets a made-up value. Throws CannotPlan if the create cannot be planned.
   */
  referenceFor(field: string, schema?: JsonSchema): Template | undefined;
  /**
   * Returns the required query parameters that are ids (`?project_id=`), each with the id of its item. Those whose item
   * cannot be created or found are left out. {} if the journey creates nothing.
   */
  thingsAsked(operation: Operation): Record<string, Template>;
  /**
   * Adds a read of a list of reference data, and returns a member of its first entry. A second call for one member does
   * not read the list again.
   */
  firstOf(stock: ReferenceValue): Template;
  /**
   * Returns the item that a path parameter names if its id also identifies the operation's own item: the user of
   * `/teams/{teamId}/members/{userId}`. Undefined otherwise. Throws CannotPlan.
   */
  thingNamedBy(operation: Operation, param: string, turn?: Turn): Item | undefined;
  /**
   * Returns values for all path parameters: ids of the item and its parents, env-provided values, enum values. The
   * parameter `chosen.param` gets the id of `chosen.thing`; without one, an enum value or a made-up id. Throws
   * CannotPlan.
   */
  pathOf(
    operation: Operation,
    item: Item | undefined,
    chosen?: { param: string; thing?: Item | undefined; turn?: Turn },
  ): Record<string, Template>;
  /** Returns a step id that no other step of the journey has. */
  freeId(verb: string, noun: string): string;
  /** Returns a capture name for a value of an item, such as its id, that no other capture of the journey has. */
  freeCapture(noun: string): string;
  /** Returns the reference to an env-provided value, and declares it as an input of the plan. */
  given(name: string): Template;
}
