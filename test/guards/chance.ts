import type { SourceFile } from './repository.ts';

/** What a file does to the process that it shares with others, and what takes it back. */
const undone: Record<string, RegExp> = {
  'vi.stubEnv': /unstubAllEnvs/,
  'vi.stubGlobal': /unstubAllGlobals/,
  'vi.spyOn': /mockRestore|restoreAllMocks/,
  'vi.useFakeTimers': /useRealTimers/,
};

/** Tests that pass or fail by chance: by the speed of the machine, by what else runs on it, or by numbers that differ each time. */
export const chanceViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => [
    ...callsOf(text, '.listen')
      .filter(({ inside, at }) => /^\s*(?:[A-Za-z]\w*|[1-9]\d*)\b(?!\.)/.test(inside) && !isHeard(text, at))
      .map(({ inside }) => `${path}: nobody hears whether .listen(${inside}) fails; write await once(…, 'listening')`),
    ...['vi.waitFor', 'expect.poll']
      .flatMap((name) => callsOf(text, name).map((call) => ({ ...call, name })))
      .filter(({ inside }) => !/,\s*(?:\d[\d_]*|\{[^{}]*\btimeout\b[^{}]*\}|[a-z]\w*),?\s*$/.test(inside))
      .map(({ name }) => `${path}: ${name} waits one second at most; give it a timeout`),
    ...['fc.assert', 'fc.sample']
      .flatMap((name) => callsOf(text, name).map((call) => ({ ...call, name })))
      .filter(({ inside }) => !/\bseed:/.test(inside))
      .map(({ name }) => `${path}: ${name} takes other values in each run; give it a seed`),
    ...Object.entries(undone)
      .filter(([doing, undoing]) => text.includes(`${doing}(`) && !undoing.test(text))
      .map(([doing]) => `${path}: ${doing} stays for the next file of its process; take it back`),
  ]);

/** Whether an error of the server is listened to, within the statement or in the lines around it. */
const isHeard = (text: string, at: number): boolean =>
  /once\([^;]*$/.test(text.slice(Math.max(0, at - 200), at)) ||
  /(?:on|once)\([^;]*'(?:error|listening)'/.test(text.slice(Math.max(0, at - 400), at));

/** What stands between the parentheses of each call, and where. */
const callsOf = (text: string, name: string): { inside: string; at: number }[] => {
  const calls = [];
  for (let at = text.indexOf(`${name}(`); at >= 0; at = text.indexOf(`${name}(`, at + 1)) {
    const begin = at + name.length + 1;
    let depth = 1;
    let end = begin;
    for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end]!] ?? 0;
    calls.push({ inside: text.slice(begin, end - 1), at });
  }
  return calls;
};
