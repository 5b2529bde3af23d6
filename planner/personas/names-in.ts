/** Returns the words of a text in lower case, joined and surrounded by one space. Punctuation counts as space. */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/**
 * Returns a function that tells whether a name stands in one of the documents as whole words, in any case
 * (specification §5, persona rule 3).
 */
export function namesIn(requirements: readonly string[]): (name: string) => boolean {
  const texts = requirements.map(wordsOf);
  return (name) => texts.some((text) => wordsOf(name).trim() !== '' && text.includes(wordsOf(name)));
}
