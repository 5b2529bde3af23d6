/** Returns one reason for several groups, to be put into `alsoIn`: the words mean the same beside each of them. */
export function because(reason: string, ...groups: string[]): Record<string, string> {
  return Object.fromEntries(groups.map((group) => [group, reason]));
}
