import { singular } from '../vocabulary/singular.ts';

/** Returns the words as one phrase to compare, each in the singular or written out ("config" as "configuration"). */
export function phraseOf(words: readonly string[]): string {
  return words.map((word) => WRITTEN_OUT[word] ?? singular(word)).join(' ');
}

const WRITTEN_OUT: Record<string, string> = { info: 'information', config: 'configuration', mail: 'email' };
