/**
 * How lists match names (decision record 0002): regardless of case, `*` stands for any characters, nothing else is special, an empty
 * pattern matches everything. The matcher goes over the name once with one place to come back to: a hostile pattern costs at most
 * pattern × name steps, where a regular expression made from it can take minutes.
 */
export const matchesWildcard = (name: string, pattern: string): boolean =>
  pattern === '' || matches(folded(name), folded(pattern));

/** `name` filters: a part of the name, unless a `*` says that the pattern is for the whole. */
export const matchesName = (name: string, pattern: string): boolean =>
  pattern.includes('*') ? matchesWildcard(name, pattern) : folded(name).includes(folded(pattern));

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

const matches = (name: string, pattern: string): boolean => {
  let [at, expected] = [0, 0];
  let [star, resume] = [-1, 0];
  while (at < name.length) {
    if (pattern[expected] === '*') {
      star = expected++;
      resume = at;
    } else if (pattern[expected] === name[at]) {
      expected++;
      at++;
    } else if (star >= 0) {
      // The last star takes one character more.
      expected = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[expected] === '*') expected++;
  return expected === pattern.length;
};
