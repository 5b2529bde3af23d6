import type { FormPart, Template } from '#verifier/plan/plan.ts';
import type { SentField } from '../../values/model/choice.ts';

export type BuiltBody = {
  contentType: string;
  template: Template;
  /** Of a multipart form. */
  parts?: Record<string, FormPart>;
  fields: SentField[];
  /** JSON Pointers of made-up members that the spec does not require. */
  optional: string[];
  /** Those of them for which the spec gives no value. */
  guessed: string[];
  /** Members that a write is sent with where it is refused without them. */
  further: SentField[];
  /** By JSON Pointer: members that go along only where the refusal names them. */
  ifNamed: Record<string, Template>;
  /** By JSON Pointer: values that nothing has yet, for members that are sent with one that something else may have. */
  renewed: Record<string, Template>;
  /** JSON Pointer of the resource within the body; "" where the body is the resource itself. */
  within: string;
  /** Some identity field admits no suffix: journeys that send it must not run at the same time. */
  exclusive: boolean;
};
