/** More words than "another one": a common group, a purpose, or access. */
const MORE =
  /\b(?:same (?!rights|roles?|permissions|plan|tier)|admin\w*|staff|support|operator|employee|manager|auditor|moderator|agent|partner|joint\w*|(?<!\bnot )shar(?:ed?|es|ing)\b|follows?|invited|joined|member of)\b/;

/** The text of a refusal, up to the next statement; "sees nothing of" is one. */
const REFUSAL = /\b(?:(?:cannot|not|never|nor|no|nothing|none|only)\b|(?:(?:gets?|sees?) )?(?:an? )?40[134]\b)[^.;,]*/g;
/** Words that grant access after all, also behind a comma. */
const COMES =
  /\b(?:can|may|sees(?=,? \w)|reads|views|lists|gets(?=,? \w)|manages|approves|pays|has access|everything|all|else|rest|except)\b/;

/**
 * True if the description only says that the persona is another account, without any access to the first one's items.
 */
export function isAnotherHolder(text: string, kind: string): boolean {
  const begins = new RegExp(`^(?:another|a different|a second) (?:${kind})(?: holder)?(?=\\s*(?:[.,;:]|$|with\\b))`);
  const granted = text.replaceAll(REFUSAL, '');
  return begins.test(text) && !MORE.test(text) && !COMES.test(granted);
}
