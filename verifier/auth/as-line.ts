/**
 * A message as one line of JSON. Node's readline also ends a line at U+2028 and U+2029, which JSON leaves as they are.
 */
export const asLine = (message: object): string =>
  `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
