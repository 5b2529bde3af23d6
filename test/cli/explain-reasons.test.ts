import { expect, it } from 'vitest';
import { isDecisive } from '#verifier/verdicts/classify-journey.ts';
import { REASON_TITLES } from '#verifier/verdicts/reason-titles.ts';
import { verdictTable } from '#verifier/verdicts/verdict-table.ts';
import { reasonCodes, verdictCodes, verdictsPage } from '../../clients/explain/explain-page.ts';
import { accuses, reasonPages } from '../../clients/explain/reason-pages.ts';
import { runCommand } from '../support/run-command.ts';

it.each(reasonCodes)('%s is explained with an exchange and what to do', async (code) => {
  const { means, example, next } = reasonPages[code];
  for (const text of [REASON_TITLES[code], means, example, next]) expect(text.trim()).not.toBe('');
  const { code: exit, out } = await runCommand(['explain', code.toLowerCase()]);
  expect([exit, out]).toEqual([0, expect.stringContaining(example)]);
});

it.each(verdictCodes)(
  '%s is explained with an exchange, what to do and the reasons that lead to it',
  async (verdict) => {
    const { code, out } = await runCommand(['explain', verdict]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ {2}example {2}\S.+\n {2}next {5}\S/m)]);
    const reasons = verdictTable.filter((row) => row.verdict === verdict).map(({ reasonCode }) => reasonCode);
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(out).toContain(`\n  ${reason} `);
    const [, shown] = /^ {2}example {2}(.+)$/m.exec(out)!;
    expect(reasons.map((reason) => reasonPages[reason].example)).toContain(shown);
  },
);

it('a reason accuses the API where a row of the verdict table makes it decisive, and nowhere else', () => {
  const rows = Map.groupBy(verdictTable, ({ reasonCode }) => reasonCode);
  for (const [code, ofCode] of rows)
    expect([code, accuses(code)]).toEqual([
      code,
      ofCode.some(({ verdict }) => verdict !== null && isDecisive(verdict)),
    ]);
});

it('docs/verdicts.md is the page of every verdict and reason', async () => {
  await expect(verdictsPage()).toMatchFileSnapshot('../../docs/verdicts.md');
});

it('without a code all reasons are listed, and a mistyped one names the closest', async () => {
  const { out } = await runCommand(['explain']);
  for (const code of reasonCodes) expect(out).toContain(code);
  expect((await runCommand(['explain', 'FAIL_DECISIVE_CONTRACT'])).code).toBe(0);
  expect(await runCommand(['explain', 'VALUE_NOT_STORD'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('did you mean VALUE_NOT_STORED?'),
  });
});
