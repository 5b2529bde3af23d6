import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRequirements } from '#planner/trace/read-requirements.ts';
import { requirements } from '#test/generate.ts';

const textsOf = (markdown: string): string[] => readRequirements(markdown).requirements.map(({ text }) => text);

describe('the requirements of a document', () => {
  test('are sentences, list items and table rows that bind, with their section', () => {
    expect(
      readRequirements(requirements).requirements.map(({ text, strength, sectionHeading }) => [
        strength,
        sectionHeading,
        text,
      ]),
    ).toEqual([
      ['MAY', 'Refunds', 'A customer can ask for a refund.'],
      ['MUST', 'Refunds', 'The service must answer within 2 seconds.'],
      ['MUST', 'Rules', 'A refund must not exceed the amount that was paid.'],
      ['MUST', 'Rules', 'Only an owner may approve a refund above 500 EUR.'],
      ['MUST', 'Rules', 'When a refund is approved, its status becomes PAID and the customer shall get an e-mail.'],
      ['MUST', 'Rules', 'Reason – A reason of at most 200 characters is required'],
    ]);
  });

  test.each([
    ['code says nothing', '```\nit must not\n```\n\n    it must not\n'],
    ['what is out of scope', '## Out of scope\n\nIt must fly.\n\n### Deeper\n\nIt must swim.\n'],
    ['a plain sentence', 'This is how it was.\n'],
    ['nothing', ''],
  ])('%s', (_name, markdown) => {
    expect(textsOf(markdown)).toEqual([]);
  });

  test('what binds and is no requirement is told with its reason', () => {
    const markdown = `# What must be\n\n| must | x |\n|---|---|\n\n    it must\n\n<p>must</p>\n\n## Glossary\n\nIt must. It may.\n\n## End\n\nIt must ${'on '.repeat(700)}.\n`;
    const { requirements: found, leftOut } = readRequirements(markdown);
    expect(found).toEqual([]);
    expect(leftOut.map(({ reason, sectionHeading }) => [reason, sectionHeading])).toEqual([
      ['HEADING', 'What must be'],
      ['TABLE_HEADER', 'What must be'],
      ['CODE', 'What must be'],
      ['OTHER_MARKUP', 'What must be'],
      ['ASIDE_SECTION', 'Glossary'],
      ['TOO_LONG', 'End'],
    ]);
    for (const { quote } of leftOut) expect(markdown).toContain(quote);
  });

  test('a section after one that is out of scope counts again', () => {
    expect(textsOf('## Glossary\n\nIt must fly.\n\n## Rules\n\nIt must walk.\n')).toEqual(['It must walk.']);
  });

  test('a sentence over several lines, quotes, nested lists and emphasis keep their text', () => {
    expect(textsOf('> It **must**\n> not [stop](x).\n\n- a\n  - It shall\n    go on.\n')).toEqual([
      'It must not stop.',
      'It shall go on.',
    ]);
  });

  test('every quote is a part of the document, whatever the document', () => {
    const word = fc.constantFrom(
      'must',
      'shall',
      '**must**',
      '`x`',
      '|',
      '\n',
      '\n\n- ',
      '# ',
      '> ',
      '. ',
      'a',
      'ß🙂',
      '\r\n',
      '```',
      '<b>',
      '[',
      '](',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const markdown = words.join(' ');
        for (const { quote } of readRequirements(markdown).requirements) expect(markdown).toContain(quote);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('a large document takes time in proportion', () => {
    const line = '- It must do one more thing, and it must not fail.\n';
    const cpuMs = (lines: number): number => {
      const before = process.threadCpuUsage();
      expect(readRequirements(line.repeat(lines)).requirements).toHaveLength(lines);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    cpuMs(200);
    const least = (lines: number): number => Math.min(...[1, 2, 3].map(() => cpuMs(lines)));
    // Eight times as much; quadratic would be 64.
    expect(least(4000) / least(500)).toBeLessThan(25);
  });
});
