/**
 * Rows as RFC 4180 has them. A cell that a spreadsheet would take for a formula (`=HYPERLINK(…)`) gets a leading apostrophe, so that a
 * name chosen by one user runs nothing at another's.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

const cellOf = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
