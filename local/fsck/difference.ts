/** What is on one side only, one line each. */
export function difference(left: string[], right: string[], onlyLeft: string, onlyRight: string): string[] {
  const [inLeft, inRight] = [new Set(left), new Set(right)];
  return [
    ...left.filter((name) => !inRight.has(name)).map((name) => `${onlyLeft}: ${name}`),
    ...right.filter((name) => !inLeft.has(name)).map((name) => `${onlyRight}: ${name}`),
  ];
}
