import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { singular } from '../../vocabulary/singular.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { actionsIn, wordsIn } from './limit-words.ts';
import { grantsOnOthers } from './stated-limits.ts';

const DOES = new Set(['and', 'can', 'may', 'or']);

/** True if the description says that the persona creates such items: "writes articles", "can comment". */
export function isGrantedCreate({ description }: PersonaBinding, noun: string): boolean {
  const granted = grantsOnOthers(description);
  const words = wordsIn(granted.replaceAll(',', ' and '));
  const isDone = words.some((word, at) => sameName(word, noun) && DOES.has(words[at - 1] ?? ''));
  return isDone || (words.some((word) => sameName(singular(word), noun)) && actionsIn(granted).includes('create'));
}
