const REQUEST = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (?=\/)/g;
/** Holds a method and its path together while the text is broken. */
const GLUE = '\u00A0';

/**
 * A text in lines of at most `width`, behind `first` and then behind as many spaces; a longer word keeps its own line
 * whole.
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
