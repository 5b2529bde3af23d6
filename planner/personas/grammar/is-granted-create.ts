import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { singular } from '../../vocabulary/singular.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { actionsIn, wordsIn } from './limit-words.ts';
import { grantsOnOthers } from './stated-limits.ts';

const DOES = new Set(['and', 'can', 'may', 'or']);

/**
 * True if the grants on others' items have the noun after "can" or "and": "can comment". Also true if they name such
 * items and have any verb of creating: "writes articles".
 */
export function isGrantedCreate({ description }: PersonaBinding, noun: string): boolean {
  const granted = grantsOnOthers(description);
  const words = wordsIn(granted.replaceAll(',', ' and '));
  const isDone = words.some((word, at) => sameName(word, noun) && DOES.has(words[at - 1] ?? ''));
  return isDone || (words.some((word) => sameName(singular(word), noun)) && actionsIn(granted).includes('create'));
}
