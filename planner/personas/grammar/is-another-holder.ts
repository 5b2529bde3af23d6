/** More words than "another one": a common group, a purpose, or access. */
const MORE =
  /\b(?:same (?!rights|roles?|permissions|plan|tier)|admin\w*|staff|support|operator|employee|manager|auditor|moderator|agent|partner|joint\w*|(?<!\bnot )shar(?:ed?|es|ing)\b|follows?|invited|joined|member of)\b/;

/** A refusal, up to where something else may be said; "sees nothing of" is one. */
const REFUSAL = /\b(?:(?:cannot|not|never|nor|no|nothing|none|only)\b|(?:(?:gets?|sees?) )?(?:an? )?40[134]\b)[^.;,]*/g;
/** Said to come to something all the same, also where a comma joins that to what it does not come to. */
const COMES =
  /\b(?:can|may|sees(?=,? \w)|reads|views|lists|gets(?=,? \w)|manages|approves|pays|has access|everything|all|else|rest|except)\b/;

/** Whether a description in small letters begins with nothing but that it is of another one of a kind, and says of no way by which that comes to the first's things. */
export function isAnotherHolder(text: string, kind: string): boolean {
  const begins = new RegExp(`^(?:another|a different|a second) (?:${kind})(?: holder)?(?=\\s*(?:[.,;:]|$|with\\b))`);
  const granted = text.replaceAll(REFUSAL, '');
  return begins.test(text) && !MORE.test(text) && !COMES.test(granted);
}
