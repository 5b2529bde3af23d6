import { earlierSteps } from '../../plan/earlier-steps.ts';
import type { Json, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { successOf } from '../exchange/call-api.ts';
import { resolveReference } from '../request/resolve-template.ts';
import type { Call } from '../exchange/call.ts';

/**
 * The sent text and the response text, without BOM and trailing blanks, with `\n` line ends. Undefined if the response
 * is no text, has further lines around the sent ones, or is an undocumented text that never showed what was sent.
 */
export function comparedTexts(
  attempt: Attempt,
  step: Step,
  sent: string,
  shown: Json | undefined,
  call: Call,
): { expected: string; actual: string } | undefined {
  const answer = successOf(call);
  const text = answer?.body.trim() === '' ? '' : shown;
  if (typeof text !== 'string') return undefined;
  const compared = { expected: ended(sent), actual: ended(text) };
  if (compared.expected !== compared.actual && `\n${compared.actual}\n`.includes(`\n${compared.expected}\n`))
    return undefined;
  const documented = step.expect.responses[String(answer?.status)]?.contentTypes ?? [];
  const isClaimed = documented.length > 0 || compared.expected === compared.actual || hasShown(attempt, step);
  return isClaimed ? compared : undefined;
}

/** The text without a BOM and trailing blanks, with `\n` line ends. */
function ended(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd();
}

/** True if an earlier read at the same path showed the text that it asserts, up to what `ended` removes. */
function hasShown({ plan, bodies, valuesFor }: Attempt, step: Step): boolean {
  return earlierSteps(plan, step).some(({ id, method, path, persona, assert }) => {
    const shown = bodies.get(id);
    if (method !== step.method || path !== step.path || typeof shown !== 'string') return false;
    return assert.some((one) => {
      const sent = one.op === 'equals' && one.pointer === '' ? resolveReference(one.value, valuesFor(persona)) : null;
      return typeof sent === 'string' && ended(sent) === ended(shown);
    });
  });
}
