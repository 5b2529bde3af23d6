const REQUEST = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (?=\/)/g;
/** Joins a method and its path while lines are broken: a non-breaking space. */
const GLUE = '\u00A0';

/**
 * The text in lines of at most `width`. The first line follows `first`, the others are indented by its length. A longer
 * word stays whole.
 */
export function wrapText(first: string, text: string, width = 80): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.replaceAll(REQUEST, `$1${GLUE}`).split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(first.length);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((one) => one.replaceAll(GLUE, ' '));
}
