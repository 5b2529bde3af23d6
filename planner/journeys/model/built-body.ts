import type { FormPart } from '#verifier/plan/form-part.ts';
import type { Template } from '#verifier/plan/plan.ts';
import type { SentField } from '../../values/model/choice.ts';

/** The body of a request, with what assertions and resends need to know of its members. */
export type BuiltBody = {
  contentType: string;
  template: Template;
  /**
   * The members of a multipart form that are files or have a media type of their own. Absent for other content types.
   */
  parts?: Record<string, FormPart>;
  fields: SentField[];
  /** JSON Pointers of sent members that the engine may leave out, because the spec does not require them. */
  optional: string[];
  /** Those of `optional` for which the spec gives no example, default, enum or const. Booleans are not among them. */
  guessed: string[];
  /** Members that are not sent at first. The engine adds them if the request is refused without them. */
  further: SentField[];
  /** By JSON Pointer: members that are not sent at first. The engine adds one only if the refusal names it. */
  ifNamed: Record<string, Template>;
  /** By JSON Pointer: a new unique value for a member. The engine sends it if the first value is refused as taken. */
  renewed: Record<string, Template>;
  /** JSON Pointer of the resource within the body: "/order" for `{"order": {...}}`, "" if the body is the resource. */
  within: string;
  /** True: the body sends a value that must be unique and cannot be made so. Two such journeys must not run at once. */
  exclusive: boolean;
};
