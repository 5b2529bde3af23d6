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
 * A journey that is being built. It adds the steps that create what a step needs, each item once, and the teardown that
 * deletes the items.
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
  /** The lease of the journey's item, if the journey is about a lease or needs one. */
  claim: Lease | undefined;
  /**
   * Wishes for the values of the create that is being built. `hidden`: only the creator sees the item. `alike`: only
   * what must differ differs from the first item. `stocked`: amounts are not 0.
   */
  readonly making: { hidden: boolean; alike: boolean; stocked: boolean };
  /** By create operation: members that state the item's kind, with the values that must be sent. */
  readonly kinds: Map<Operation, Record<string, Template>>;
  /**
   * By operation: the body members that name the entry that the journey picked from the list at the operation's path.
   */
  readonly picked: Map<Operation, Record<string, Template>>;
  /** True: the journey is a single call with made-up values, and creates nothing. */
  makesNothing: boolean;
  /**
   * Returns the item of a resource. The first call creates the item and its parents; later calls return the same item.
   * Throws CannotPlan.
   */
  item(resource: Resource, assert?: (item: Item) => Assertion[]): Item;
  /**
   * True while the item of a resource is being created, or if the journey creates nothing: no other item can refer to
   * it.
   */
  isMaking(resource: Resource): boolean;
  /**
   * Creates a second (`turn` 1) or third (`turn` 2) item below the same parents. `item` still returns the first one.
   * Throws CannotPlan.
   */
  another(resource: Resource, turn: 1 | 2, differing?: string): Item;
  /**
   * Returns the second item of an association between two items of one resource: who follows the first user. It is
   * created once. Throws CannotPlan.
   */
  otherEnd(resource: Resource): Item;
  /** Returns all items that the journey has created so far. */
  items(): Item[];
  /** Runs `build` while `item` stands for its resource: steps that `build` adds act on it, or go below it. */
  within<Result>(item: Item, build: () => Result): Result;
  /**
   * Runs `build` and returns its result. If it throws CannotPlan, all its steps are removed and undefined is returned.
   */
  attempt<Result>(build: () => Result): Result | undefined;
  /** Adds a step and returns its id. */
  step(draft: StepDraft): string;
  /** Returns a request with values for all required parameters. Throws CannotPlan. */
  request(
    operation: Operation,
    item: Item | undefined,
    path: Record<string, Template> | undefined,
    body: BuiltBody | undefined,
  ): RequestTemplate;
  /**
   * Returns the body of a write. For a required field that refers to another resource, that item is created first.
   * Throws CannotPlan.
   */
  body(operation: Operation, turn: Turn, item?: Item, differing?: string): BuiltBody | undefined;
  /** Returns the body of a DELETE; undefined for most, which take none. Throws CannotPlan. */
  deleteBody(operation: Operation, item: Item): BuiltBody | undefined;
  /**
   * Returns the value of a body member that refers to another resource: the id of a created item, an outside value, or
   * the id of the first listed item. Undefined if none of them exists. Throws CannotPlan if the create cannot be
   * planned.
   */
  referenceFor(field: string, schema?: JsonSchema): Template | undefined;
  /**
   * Returns query parameters that must name an item, with the ids of items that the journey creates: `?project_id=`.
   */
  thingsAsked(operation: Operation): Record<string, Template>;
  /** Returns a value of the first item in a list of reference data. Each member of an operation's list is read once. */
  firstOf(stock: ReferenceValue): Template;
  /**
   * Returns the item that the parameter names if it also identifies the operation's own item: the user of
   * `/teams/{teamId}/members/{userId}`. Undefined otherwise. Throws CannotPlan.
   */
  thingNamedBy(operation: Operation, param: string, turn?: Turn): Item | undefined;
  /**
   * Returns values for all path parameters: ids of the item and its parents, outside values, enum values. The parameter
   * `chosen.param` gets the id of `chosen.thing`, or an unknown id without one. Throws CannotPlan.
   */
  pathOf(
    operation: Operation,
    item: Item | undefined,
    chosen?: { param: string; thing?: Item | undefined; turn?: Turn },
  ): Record<string, Template>;
  /** Returns a step id that no other step of the journey has. */
  freeId(verb: string, noun: string): string;
  /** Returns a name for the captured id of an item that no other capture of the journey has. */
  freeCapture(noun: string): string;
  /** Returns the reference to a path parameter's outside value, and declares it as an input of the plan. */
  given(name: string): Template;
}
