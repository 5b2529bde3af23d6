/**
 * Where a text stops being JSON, counted from 0; its length where it only ends too early. The parser's own message quotes the text around
 * that place, which may hold a secret.
 */
export const jsonBreaksAt = (text: string): number => {
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
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const position = / at position (\d+)/.exec(message)?.[1];
    return position === undefined ? message === 'Unexpected end of JSON input' : Number(position) >= text.length;
  }
};
