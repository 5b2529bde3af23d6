import { wordsIn } from './read-sentence.ts';

/** True if the words have the persona's name, in the singular or with a final "s". */
export function saysName(said: readonly string[], name: string): boolean {
  return ` ${said.map(withoutS).join(' ')} `.includes(` ${nameWords(name).join(' ')} `);
}

/** Returns the personas that the words name. */
export function namesSaid(said: readonly string[], personas: readonly string[]): string[] {
  return personas.filter((name) => saysName(said, name));
}

/** Returns the words of a persona's name in lower case, each without a final "s". */
export function nameWords(name: string): string[] {
  return wordsIn(name).map(withoutS);
}

/** The word without a final s. */
export function withoutS(word: string): string {
  return word.replace(/s$/, '');
}
