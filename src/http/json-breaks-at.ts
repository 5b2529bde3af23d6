/** A longer text is not searched: that parses it some 20 times. */
const longestSearched = 64 * 1024;

/**
 * Where a text stops being JSON, counted from 0; its length where it only ends too early; undefined where the parser does not say and the
 * text is long. The parser's own message quotes the text around that place, which may hold a secret.
 */
export const jsonBreaksAt = (text: string): number | undefined => {
  const place = complaintOf(text);
  if (place !== 'UNPLACED') return place;
  if (text.length > longestSearched) return undefined;
  let [fits, breaks] = [0, text.length];
  while (fits < breaks) {
    const middle = Math.ceil((fits + breaks) / 2);
    if (isBeginning(text.slice(0, middle))) fits = middle;
    else breaks = middle - 1;
  }
  return fits;
};

/** Whether something may follow that makes it JSON: the parser then complains of its end, or of nothing. */
const isBeginning = (text: string): boolean => {
  const place = complaintOf(text);
  return place !== 'UNPLACED' && (place ?? text.length) >= text.length;
};

/** The place that the parser complains of; undefined where it does not complain, UNPLACED where it quotes the text instead. */
const complaintOf = (text: string): number | 'UNPLACED' | undefined => {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { message } = error as SyntaxError;
    // Anchored: what is quoted from the text may look like a place.
    const position = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
    if (position !== undefined) return Number(position);
    return message === 'Unexpected end of JSON input' ? text.length : 'UNPLACED';
  }
};
