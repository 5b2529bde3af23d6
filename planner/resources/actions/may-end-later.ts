import { flagsAfter } from '../../vocabulary/action-words.ts';
import { courseVerb } from '../../vocabulary/lifecycle-verbs.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { approvals, laterWords } from '../../vocabulary/resources/transition-words.ts';

type Named = { name: string };

/**
 * True if the verb leaves the lifecycle early, and a member says that it takes effect later: `cancelAtPeriodEnd`.
 */
export function mayEndLater(fields: Named[], verb: string): boolean {
  if (courseVerb(verb) !== undefined) return false;
  const done = flagsAfter(verb);
  return fields.some(({ name }) => {
    const [first = '', next = ''] = wordsOf(name);
    return first.startsWith(verb) && !done.includes(first) && laterWords.has(next);
  });
}

/** True for `follow` if a member such as `isPrivate` tells that a follow may be only a request at first. */
export function mayBeAsked(fields: Named[], verb: string): boolean {
  return verb === 'follow' && fields.some(({ name }) => wordsOf(name).some((word) => approvals.has(word)));
}
