/** In words: fewer could mean anything. */
const mostWords = 6;
const fewestWords = 2;

/**
 * How the text went on elsewhere after the last words before the cursor, up to the end of that sentence; the longest run of words that
 * occurs again decides, and of its places the last. "" where no two words do.
 */
export const continuationOf = (before: string, after: string): string => {
  const tail = before.slice(-400);
  const starts = [...tail.matchAll(/(?<!\S)\S/g)].map(({ index }) => index);
  for (const start of starts.slice(-mostWords)) {
    const words = tail.slice(start);
    if (words.trim().split(/\s+/).length < fewestWords) break;
    const found = goesOn(before.slice(0, before.length - words.length), words) ?? goesOn(after, words);
    if (found !== undefined) return found;
  }
  return '';
};

/** What follows the words at their last place, to the end of the sentence. */
const goesOn = (text: string, words: string): string | undefined => {
  const at = text.toLowerCase().lastIndexOf(words.toLowerCase());
  if (at === -1) return undefined;
  const rest = /^[^\n]*?(?:[.!?](?=\s|$)|(?=\n)|$)/.exec(text.slice(at + words.length))?.[0] ?? '';
  return rest.trim() === '' ? undefined : rest;
};
