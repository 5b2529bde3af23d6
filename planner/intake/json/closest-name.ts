/** A mistyped name is at most this far from the one that was meant, and further for longer names. */
const mostEdits = (length: number): number => Math.min(3, Math.max(1, Math.floor(length / 3)));

/** The name that was probably meant; undefined where none is near. `--` and letter case do not count. */
export const closestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = bare(typed);
  const [best] = names
    .map((name) => ({ name, edits: editDistance(word, bare(name)) }))
    .filter(({ edits }) => edits <= mostEdits(word.length))
    .toSorted((one, other) => one.edits - other.edits);
  return best?.name;
};

/**
 * For a document without the required members: a fix that names a member spelled like one of them. "" where there is
 * none.
 */
export const meantBy = (document: object, members: readonly string[]): string => {
  const typed = Object.keys(document).find((name) => closestName(name, members) !== undefined);
  return typed === undefined ? '' : `Did you mean "${closestName(typed, members)}" by "${typed}"? `;
};

const bare = (name: string): string => name.replace(/^-+/, '').toLowerCase();

/** How many letters to insert, delete, replace, or swap with their neighbour (optimal string alignment). */
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
