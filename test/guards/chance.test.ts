import { expect, test } from 'vitest';
import { chanceViolations } from './chance.ts';
import { sourceFiles } from './repository.ts';

test('no test waits, listens, draws or leaves something behind in a way that fails by chance', () => {
  const own = ['test/guards/chance.ts', 'test/guards/chance.test.ts'];
  const files = sourceFiles(['test', 'bench', 'local', 'clients', 'scripts']).filter(({ path }) => !own.includes(path));
  expect(chanceViolations(files)).toEqual([]);
});

const violations = (text: string): string[] =>
  chanceViolations([{ path: 'a.test.ts', text }]).map((violation) => violation.replace(/^a\.test\.ts: /, ''));

test.each([
  [
    "await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));",
    /^nobody hears whether \.listen\(port/,
  ],
  ['server.listen(4280);', /^nobody hears whether \.listen\(4280\)/],
  ['await vi.waitFor(() => expect(seen()).toBe(1));', /^vi\.waitFor waits one second at most/],
  ['await vi.waitFor(() => done(1, 2), { interval: 20 });', /^vi\.waitFor waits one second at most/],
  ['await expect.poll(() => page.isVisible()).toBe(true);', /^expect\.poll waits one second at most/],
  ['fc.assert(fc.property(fc.nat(), holds), { numRuns: 300 });', /^fc\.assert takes other values in each run/],
  ["vi.stubEnv('STAGE', 'x');", /^vi\.stubEnv stays for the next file/],
  ["vi.spyOn(console, 'error');", /^vi\.spyOn stays for the next file/],
])('planted: %s', (text, found) => {
  expect(violations(text)).toEqual([expect.stringMatching(found)]);
});

test.each([
  ["await once(server.listen(port, '127.0.0.1'), 'listening');"],
  ["server.on('error', reject);\nserver.listen(Number(port), 'localhost', onReady);"],
  ['server.listen(0, resolve);'],
  ['await vi.waitFor(async () => expect(await seen()).toBe(1), { timeout: 30_000, interval: 20 });'],
  ['await vi.waitFor(() => expect(seen()).toBe(1), patience);'],
  ['fc.assert(fc.property(fc.nat(), holds), { seed: 7 });'],
  ["vi.stubEnv('STAGE', 'x');\nafterEach(() => vi.unstubAllEnvs());"],
])('not found: %s', (text) => {
  expect(violations(text)).toEqual([]);
});
