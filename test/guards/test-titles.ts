/** True if the text of a test file has the title, in quotes of any kind. */
export const hasTitle = (text: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));

/** True if the text of a test file has a case of this row of the verdict table: `row(13, …)` or `row('N', …)`. */
export const hasRow = (text: string, row: string | number): boolean =>
  new RegExp(`\\brow\\(\\s*'?${row}'?,`).test(text);
