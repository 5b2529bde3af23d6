/** Returns the most edits by which a typed name may differ from the meant one: a third of its length, 1 to 3. */
const mostEdits = (length: number): number => Math.min(3, Math.max(1, Math.floor(length / 3)));

/** Returns the name closest to `typed`; undefined if none is close. Leading hyphens and letter case do not count. */
export const closestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = bare(typed);
  const [best] = names
    .map((name) => ({ name, edits: editDistance(word, bare(name)) }))
    .filter(({ edits }) => edits <= mostEdits(word.length))
    .toSorted((one, other) => one.edits - other.edits);
  return best?.name;
};

/**
 * Returns a hint for a document that lacks a required member: `Did you mean "openapi" by "opnapi"?` Returns "" if no
 * member is spelled like one of `members`.
 */
export const meantBy = (document: object, members: readonly string[]): string => {
  const typed = Object.keys(document).find((name) => closestName(name, members) !== undefined);
  return typed === undefined ? '' : `Did you mean "${closestName(typed, members)}" by "${typed}"? `;
};

const bare = (name: string): string => name.replace(/^-+/, '').toLowerCase();

/** Returns the number of edits: a letter inserted, deleted, replaced or swapped with its neighbour. */
const editDistance = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        rows[row - 1]![column]! + 1,
        current[column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
      );
    }
    rows.push(current);
  }
  return rows.at(-1)!.at(-1)!;
};
