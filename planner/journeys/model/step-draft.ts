import type { Assertion, Capture, Expectation, Template } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from './item.ts';
import type { BuiltBody } from './built-body.ts';

/** A step as a shape describes it; the journey fills in the rest. */
export type StepDraft = {
  verb: string;
  /** The resource noun in the step's id. */
  noun: string;
  operation: Operation;
  persona: string | null;
  /** The persona whose credentials are also sent in a forged form. */
  madeUp?: string | undefined;
  /** It signs in as nobody. */
  signsIn?: true;
  item?: Item | undefined;
  body?: BuiltBody | undefined;
  /** Body members that may be left out after a refusal. */
  optional?: string[] | undefined;
  /** By JSON Pointer: members of the body that are sent only where it is refused without them. */
  further?: Record<string, Template> | undefined;
  path?: Record<string, Template>;
  /** Beside the required parameters. */
  query?: Record<string, Template> | undefined;
  expect?: Expectation;
  captures?: Record<string, Capture>;
  assert?: Assertion[];
  effectOf?: string | undefined;
  /** The resource may be absent: the service creates it, or the call is judged by status and schema alone. */
  mayBeAbsent?: true | undefined;
  /** The refusal may read like that of a missing route, though the document has no such response. */
  saysNoneAnyway?: true | undefined;
  /** A search by POST. */
  rpc?: 'READ' | undefined;
};
