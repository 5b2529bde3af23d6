/** Returns the words of a text in lower case, joined and surrounded by one space. Punctuation counts as space. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/**
 * Returns a function that is true for a name found as whole words, in any case, in one of the documents (specification
 * §5, persona rule 3).
 */
export function namesIn(requirements: readonly string[]): (name: string) => boolean {
  const texts = requirements.map(wordsOf);
  return (name) => texts.some((text) => wordsOf(name).trim() !== '' && text.includes(wordsOf(name)));
}
