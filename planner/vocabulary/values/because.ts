/** Returns `alsoIn` of a word group: one reason for sharing words with each of these groups. */
export function because(reason: string, ...groups: string[]): Record<string, string> {
  return Object.fromEntries(groups.map((group) => [group, reason]));
}
