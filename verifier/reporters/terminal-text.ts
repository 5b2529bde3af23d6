/** Matches control characters and those that change the direction of text. */
export const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * The text without control characters and without workflow commands of CI systems (`::x`, `##[x]`, `##vso[x]`,
 * `##teamcity[x]`). Text from the API must not drive terminal or CI.
 */
export function clean(text: string): string {
  return text
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/##(?=\w*\[)/g, '# #')
    .replace(/^(\s*):(?=:)/, '$1: ');
}

export type Painter = Record<'red' | 'green' | 'yellow' | 'bold' | 'dim', (text: string) => string>;

/** Functions that colour a text, or return it unchanged without `colours`. */
export function painter(colours: boolean): Painter {
  const colour = (code: number) => (text: string) => (colours ? `\u001B[${code}m${text}\u001B[0m` : text);
  return { red: colour(31), green: colour(32), yellow: colour(33), bold: colour(1), dim: colour(2) };
}
