import { describe, expect, it } from 'vitest';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { matchesPattern, patternProblem } from '#verifier/schema/pattern.ts';

const atoms = String.raw`a b c \d \w \s . [ab] [^a] [a-c\d] [\]] \b \B ^ $ \u{1F600} \uD83D\uDE00 é \p{L} \.`.split(
  ' ',
);
const quantifiers = ['*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', ''];
const letters = [...'ab1 -.é\nx_]😀', '\uD83D'];

describe('matchesPattern', () => {
  it('agrees with RegExp on 6,000 random patterns, look-around included', () => {
    const random = seededRandom(1);
    const below = (most: number) => Math.floor(random() * most);
    const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
    const pattern = (depth: number): string =>
      Array.from({ length: 1 + below(3) }, () => {
        const kind = depth > 0 ? below(8) : 7;
        if (kind === 0) return `(${pattern(depth - 1)}|${pattern(depth - 1)})${pick(quantifiers)}`;
        if (kind === 1) return `(?:${pattern(depth - 1)})${pick(quantifiers)}`;
        if (kind === 2) return `(${pick(['?=', '?!', '?<=', '?<!'])}${pattern(depth - 1)})`;
        const atom = pick(atoms);
        return ['\\b', '\\B', '^', '$'].includes(atom) ? atom : `${atom}${pick(quantifiers)}`;
      }).join('');
    const text = () => Array.from({ length: below(8) }, () => pick(letters)).join('');
    const differences: string[] = [];
    for (let count = 0; count < 6_000; count++) {
      const [source, given] = [pattern(3), text()];
      const expected = new RegExp(source, 'u').test(given);
      const found = matchesPattern(source, given);
      if (found !== expected) differences.push(`/${source}/u and ${JSON.stringify(given)}: ${String(found)}`);
    }
    expect(differences).toEqual([]);
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(20_000)}!`],
    [String.raw`^(\w+\s?)*$`, `${'a'.repeat(20_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(20_000)}!`],
    ['^(a|a){30}$', `${'a'.repeat(30)}!`],
    ['(x+x+)+y', 'x'.repeat(20_000)],
    ['a*a*a*a*a*a*b', 'a'.repeat(20_000)],
    ['^(?=(a+)+b)a', 'a'.repeat(20_000)],
    ['(.*)*x', 'a'.repeat(20_000)],
    [String.raw`^([\w.-])+@(([\w-])+\.)+([a-z]{2,4})+$`, `a@${'a'.repeat(20_000)}!`],
  ])('decides %s in less than a second, where RegExp would take years', (pattern, text) => {
    const began = process.threadCpuUsage();
    expect(matchesPattern(pattern, text)).toBe(false);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(1_000);
  });

  it('leaves undecided what takes more steps than one check may', () => {
    expect(matchesPattern(String.raw`(?<=(a|b)+)c`, 'ab'.repeat(20_000))).toBeDefined();
    expect(matchesPattern('(?:a?){500}b', 'a'.repeat(50_000))).toBeUndefined();
  });

  it.each([
    [String.raw`^(a)\1$`, 'a back reference'],
    ['(?i:a)', 'a modifier'],
    ['a{1,30000}', 'more than 20000 repetitions'],
    ['(a{1000}){1000}', 'more than 20000 repetitions'],
    ['(?:(?=a{2000})b{2000}){20}', 'more than 20000 repetitions'],
    ['(', 'a mistake in its syntax'],
    ['a'.repeat(10_001), 'more than 10000 characters'],
  ])('says why %.20s cannot be matched', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
    expect(matchesPattern(pattern, 'aa')).toBeUndefined();
  });

  it.each(['(?:(?:){1000000000}){1000000000}', '(?:(?=a{2000})){2000}'])('is ready for %s at once', (pattern) => {
    const began = process.threadCpuUsage();
    expect(matchesPattern(pattern, 'aaa')).toBeDefined();
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(1_000);
  });

  it('throws for no depth of groups', () => {
    const deep = `${'('.repeat(4_900)}a${')'.repeat(4_900)}`;
    expect([true, undefined]).toContain(matchesPattern(deep, 'a'));
  });
});
