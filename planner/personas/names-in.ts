/** Marks and spaces between the words of a name count as none: "read-only auditor" names "Read only Auditor". */
const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

/**
 * Finds the names that stand as whole words in one of the feature's documents (specification §5, persona rule 3).
 * Letter case does not count.
 */
export function namesIn(requirements: readonly string[]): (name: string) => boolean {
  const texts = requirements.map(wordsOf);
  return (name) => texts.some((text) => wordsOf(name).trim() !== '' && text.includes(wordsOf(name)));
}
