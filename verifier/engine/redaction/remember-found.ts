/** The place of the pattern's first match at or after `from`, or the length of the text. */
export type Find = (pattern: RegExp, from: number) => number;

/**
 * Returns a search that remembers the last match of each pattern. As long as `from` only grows, all searches of one
 * pattern together read the text once. The patterns need the flag `g`.
 */
export function rememberFound(text: string): Find {
  const last = new Map<RegExp, { from: number; at: number }>();
  return (pattern, from) => {
    const known = last.get(pattern);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    pattern.lastIndex = from;
    const at = pattern.exec(text)?.index ?? text.length;
    last.set(pattern, { from, at });
    return at;
  };
}
