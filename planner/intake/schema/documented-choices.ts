/** Phrases before a list of values: "Supports", "Allowed values", "One of". */
const LEAD = /\b(?:supports?|(?:valid|allowed|accepted|possible|permitted|supported) values|(?:either|one) of)\b/i;
/** A value in quotes or backticks. */
const MARKED = /[`"'“]([\w.:/+-]{1,40})[`"'”]/;
const LIST = new RegExp(
  `${LEAD.source}[^.\`"'“]{0,20}?(${MARKED.source}(?:(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or)\\s+)${MARKED.source})+)`,
  'i',
);

/**
 * Returns the two or more values in quotes or backticks that a description lists after a phrase such as "supports",
 * "allowed values" or "one of": "Supports `RS256` and `ES256`". Empty for any other text.
 */
export function documentedChoices(description: unknown): string[] {
  const list = typeof description === 'string' ? LIST.exec(description)?.[1] : undefined;
  return [...(list ?? '').matchAll(new RegExp(MARKED, 'g'))].map(([, value]) => String(value));
}
