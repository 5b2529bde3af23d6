/** How a sentence begins that lists all values that a text may have. */
const LEAD = /\b(?:supports?|(?:valid|allowed|accepted|possible|permitted|supported) values|(?:either|one) of)\b/i;
/** A value as prose marks it. */
const MARKED = /[`"'“]([\w.:/+-]{1,40})[`"'”]/;
const LIST = new RegExp(
  `${LEAD.source}[^.\`"'“]{0,20}?(${MARKED.source}(?:(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or)\\s+)${MARKED.source})+)`,
  'i',
);

/**
 * The values that a description lists where a schema could have said `enum`: 'Supports `RS256` and `ES256`', 'Valid
 * values are "enc" and "sig"'. At least two, each marked; empty for any other prose.
 */
export function documentedChoices(description: unknown): string[] {
  const list = typeof description === 'string' ? LIST.exec(description)?.[1] : undefined;
  return [...(list ?? '').matchAll(new RegExp(MARKED, 'g'))].map(([, value]) => String(value));
}
