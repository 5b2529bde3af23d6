import type { Assertion, Capture, Expectation, Template } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from './item.ts';
import type { BuiltBody } from './built-body.ts';

/** A step as a shape describes it. The journey adds the step's id and the request's parameters. */
export type StepDraft = {
  verb: string;
  /** The noun in the step's id: "order" in create-order. */
  noun: string;
  operation: Operation;
  persona: string | null;
  /** Name of the persona for which the step is sent again with made-up credentials; it must be refused again. */
  madeUp?: string | undefined;
  /** The body signs in with a name and password that belong to nobody. */
  signsIn?: true;
  item?: Item | undefined;
  body?: BuiltBody | undefined;
  /** JSON Pointers of body members that the engine may leave out after a refusal. */
  optional?: string[] | undefined;
  /** By JSON Pointer: body members that the engine adds only if the request is refused without them. */
  further?: Record<string, Template> | undefined;
  path?: Record<string, Template>;
  /** Query parameters that are sent beside the required ones. */
  query?: Record<string, Template> | undefined;
  expect?: Expectation;
  captures?: Record<string, Capture>;
  assert?: Assertion[];
  effectOf?: string | undefined;
  /**
   * A 404, a documented refusal and, for a write, a 400, 409 or 422 are no failure. The item may not exist, or only
   * status and schema are asserted. If the step must be refused, any 4xx but 408, 425 and 429 passes.
   */
  mayBeAbsent?: true | undefined;
  /** With `mayBeAbsent`: a refusal may look like that of a missing route, even if the document has no such response. */
  saysNoneAnyway?: true | undefined;
  /** READ: the step is a POST that only reads, such as a search. */
  rpc?: 'READ' | undefined;
};
