const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * The text escaped for XML and HTML, between tags and in quoted attributes. Characters that XML does not allow, and
 * control and direction characters other than tab and line breaks, become U+FFFD.
 */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
