import { earlierSteps } from '../../plan/earlier-steps.ts';
import type { SentFile } from '../../plan/form-part.ts';
import type { Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { successOf } from '../exchange/call-api.ts';
import { isFile } from '../request/form-of.ts';
import { mediaTypeOf } from '../request/media-type-of.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { resolveReference } from '../request/resolve-template.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { Call } from '../exchange/call.ts';

/**
 * Media types of files that servers rewrite, each with the form of a whole file: a resized picture, a watermark in a
 * PDF, other quotes in a CSV.
 */
const FORMS: [type: RegExp, form: RegExp][] = [
  [/^image\//, /^(\ufffdPNG[^]*IEND|\ufffd{3}|GIF8|RIFF|<svg|<\?xml)/],
  [/pdf$/, /^%PDF[^]*%%EOF/],
  [/zip$/, /^PK[^]*PK/],
  [/csv$/, /^/],
];

/**
 * The sent file and the response body, to be compared as texts. Undefined without a success, and if another body comes
 * with another media type or is a whole rewritten file that no earlier read has served unchanged.
 */
export function comparedFiles(
  attempt: Attempt,
  step: Step,
  sent: SentFile,
  call: Call,
): { expected: string; actual: string } | undefined {
  const answer = successOf(call);
  if (answer === undefined) return undefined;
  const [expected, actual] = [textOf(sent), answer.body];
  const compared = { expected, actual };
  if (actual === expected) return compared;
  const type = sent['@contentType'];
  const [asSent, asShown] = [parseJson(expected), parseJson(actual)];
  if (asSent !== undefined && asShown !== undefined && sameJson(asSent, asShown)) return { expected, actual: expected };
  const essence = mediaTypeOf(answer.headers['content-type']);
  if (!['', 'application/octet-stream', mediaTypeOf(type)].includes(essence)) return undefined;
  const isWhole = FORMS.some(([kind, form]) => kind.test(type) && form.test(actual));
  return isWhole && !hasServed(attempt, step) ? undefined : compared;
}

/** The content of a file, decoded like a response body. */
function textOf(file: SentFile): string {
  return new TextDecoder().decode(Buffer.from(file['@content'], file['@encoding'] ?? 'utf8'));
}

/** True if an earlier read at the same path returned the file that it asserts, exactly as sent. */
function hasServed({ plan, bodies, valuesFor }: Attempt, step: Step): boolean {
  return earlierSteps(plan, step).some(({ id, method, path, persona, assert }) => {
    if (method !== step.method || path !== step.path) return false;
    return assert.some((one) => {
      const sent = one.op === 'equals' && one.pointer === '' ? resolveReference(one.value, valuesFor(persona)) : null;
      return isFile(sent) && textOf(sent) === bodies.get(id);
    });
  });
}
