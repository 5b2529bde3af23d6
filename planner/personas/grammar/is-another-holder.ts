/** Words for a holder of items that no other holder sees. "User" is none: users may share a team. */
export const HOLDER = 'customer|account|tenant|company|merchant';
/** Words that say more than "another account": a role, a common group, or access. */
const MORE =
  /\b(?:same (?!rights|roles?|permissions|plan|tier)|admin\w*|staff|support|operator|employee|manager|auditor|moderator|agent|partner|joint\w*|(?<!\bnot )shar(?:ed?|es|ing)\b|follows?|invited|joined|member of)\b/;

/** The text of a refusal, up to the next comma, semicolon or full stop: "nothing of …", "gets a 403". */
const REFUSAL = /\b(?:(?:cannot|not|never|nor|no|nothing|none|only)\b|(?:(?:gets?|sees?) )?(?:an? )?40[134]\b)[^.;,]*/g;
/** Words of a grant or an exception. They count outside the text of refusals only. */
const COMES =
  /\b(?:can|may|sees(?=,? \w)|reads|views|lists|gets(?=,? \w)|manages|approves|pays|has access|everything|all|else|rest|except)\b/;

/**
 * True if the description begins with another holder of this kind, and has no words of `MORE` nor, outside refusals, of
 * `COMES`: "another customer". `text` is in lower case. `kind` has alternatives of a regular expression:
 * "customer|account".
 */
export function isAnotherHolder(text: string, kind: string): boolean {
  const begins = new RegExp(`^(?:another|a different|a second) (?:${kind})(?: holder)?(?=\\s*(?:[.,;:]|$|with\\b))`);
  const granted = text.replaceAll(REFUSAL, '');
  return begins.test(text) && !MORE.test(text) && !COMES.test(granted);
}
