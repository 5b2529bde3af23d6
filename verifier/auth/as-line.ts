/** A message as one line of JSON. U+2028 and U+2029 are escaped, because Node's readline ends a line there. */
export const asLine = (message: object): string =>
  `${JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
