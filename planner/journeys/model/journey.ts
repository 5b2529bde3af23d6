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

/** A journey while it is being built: makes what it needs first, remembers it, and tears it down. */
export interface Journey {
  readonly planning: Planning;
  /** The identity that creates and reads; null = none. */
  readonly actor: string | null;
  readonly steps: Step[];
  readonly teardown: TeardownStep[];
  readonly inputs: Record<string, PlanInput>;
  exclusive: string | undefined;
  /** Optional members that refer to other items and are sent as if they were required. */
  readonly links: Set<string>;
  /** The lease of the item that the journey creates, if the journey is about a lease or needs one. */
  claim: Lease | undefined;
  /** What the current create asks of values, as in `Choice`. */
  readonly making: { hidden: boolean; alike: boolean; stocked: boolean };
  /** For creates whose item must be of one kind: the members that state the kind. */
  readonly kinds: Map<Operation, Record<string, Template>>;
  /** Values picked from a list that was read already, by operation. */
  readonly picked: Map<Operation, Record<string, Template>>;
  /** The journey is a single call with made-up values. */
  makesNothing: boolean;
  /** The item of a resource, created on first use together with everything above it. Throws CannotPlan. */
  item(resource: Resource, assert?: (item: Item) => Assertion[]): Item;
  /** True while the item of a resource is being created, or none has been: it cannot be a reference. */
  isMaking(resource: Resource): boolean;
  /**
   * A second or third item beside the one that `item` gives, below the same parents; the journey goes on with the
   * first. Throws CannotPlan.
   */
  another(resource: Resource, turn: 1 | 2, differing?: string): Item;
  /** The second item of an association between two items of one resource; created once. Throws CannotPlan. */
  otherEnd(resource: Resource): Item;
  /** All items that the journey has created so far. */
  items(): Item[];
  /** Runs with an item in the place of its resource's own one: what is planned meanwhile goes below it, or to it. */
  within<Result>(item: Item, build: () => Result): Result;
  /** Builds an optional part; undefined, and nothing is kept of it, if it cannot be planned. */
  attempt<Result>(build: () => Result): Result | undefined;
  /** Adds a step and gives its id. */
  step(draft: StepDraft): string;
  /** A request with all required parameters. Throws CannotPlan. */
  request(
    operation: Operation,
    item: Item | undefined,
    path: Record<string, Template> | undefined,
    body: BuiltBody | undefined,
  ): RequestTemplate;
  /**
   * The body of a write; a required field that refers to another resource gets one that was created first. Throws
   * CannotPlan.
   */
  body(operation: Operation, turn: Turn, item?: Item, differing?: string): BuiltBody | undefined;
  /** The body of a delete, which few ask for. Throws CannotPlan. */
  deleteBody(operation: Operation, item: Item): BuiltBody | undefined;
  /**
   * The value of a body member that refers to another resource: a created item, an outside value, or the first listed
   * item. Undefined where there is none. Throws CannotPlan where the create fails.
   */
  referenceFor(field: string, schema?: JsonSchema): Template | undefined;
  /** Items that the query of a call must name and the journey can create: the project of `?project_id=`. */
  thingsAsked(operation: Operation): Record<string, Template>;
  /** A value of the first item in a list of reference data. The list is read once per member. */
  firstOf(stock: ReferenceValue): Template;
  /**
   * The item that an id in the path names, where the item itself is identified by it: the user of
   * /teams/{teamId}/members/{userId}. Throws CannotPlan.
   */
  thingNamedBy(operation: Operation, param: string, turn?: Turn): Item | undefined;
  /**
   * Values of all path parameters: the item, created parents, inputs, enum values; the `chosen` one gets an item's id
   * or an unknown id. Throws CannotPlan.
   */
  pathOf(
    operation: Operation,
    item: Item | undefined,
    chosen?: { param: string; thing?: Item | undefined; turn?: Turn },
  ): Record<string, Template>;
  /** A step id that is not taken yet. */
  freeId(verb: string, noun: string): string;
  /** A name for the captured id of a thing that is not taken yet. */
  freeCapture(noun: string): string;
  /** A path parameter's value from outside. */
  given(name: string): Template;
}
