import { wordsIn } from './limit-words.ts';

/** Matches "for published events": this participle does not say that the persona publishes. */
const BEFORE_DONE = /\b(?:for|of|to|on|in|at|with|from) (?:the |all |any )?\w+ed (?=\w)/g;

/**
 * True if a word of the description begins with the first six letters of the verb. A leading "un" of either is
 * ignored: "may publish" for `unpublish`.
 */
export function namesVerb(description: string, verb: string): boolean {
  const stem = verb.replace(/^un/, '').slice(0, 6);
  const said = description.toLowerCase().replaceAll(BEFORE_DONE, '');
  return wordsIn(said).some((word) => word.replace(/^un/, '').startsWith(stem));
}
