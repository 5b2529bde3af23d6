import type { SourceFile } from './repository.ts';

/** The design pages that code cites, by the words that cite them. */
const PAGES: Record<string, string> = {
  specification: 'docs/design/specification.md',
  'planner and verifier': 'docs/design/planner-and-verifier.md',
  'security and reliability': 'docs/design/security-and-reliability.md',
  'arazzo and ci': 'docs/design/arazzo-and-ci.md',
};

const SECTION = /\b(specification|(?!\w+ and specification)[A-Za-z]+ and [A-Za-z]+) §(\d+(?:\.\d+)*)/gi;
const RECORD = /\b(?:decision records?|decisions?|records?) (\d{1,4})\b(?! (?:runs|rows|items|bytes|of))/gi;

/** Section 4.2 is a heading `## 4.2`, or point 2 of the list below `## 4.`. */
function hasSection(page: string, section: string): boolean {
  const headings = new RegExp(`^#+ ${section.replaceAll('.', String.raw`\.`)}(?:\\.|\\s)`, 'm');
  if (headings.test(page)) return true;
  const [chapter, point] = section.split('.');
  const text = page.split(/^## /m).find((part) => part.startsWith(`${chapter}. `));
  return point !== undefined && text !== undefined && new RegExp(`^${point}\\. `, 'm').test(text);
}

/** One line for each cited section of a design page, and each cited decision record, that is not there. */
export function citationViolations(
  files: readonly SourceFile[],
  pageOf: (path: string) => string,
  records: number,
): string[] {
  return files.flatMap(({ path, text }) => [
    ...[...text.matchAll(SECTION)].flatMap(([cited, page = '', section = '']) => {
      const file = PAGES[page.toLowerCase()];
      if (!file) return [`${path} cites "${cited}": no page of docs/design is called so; cite a decision record`];
      return hasSection(pageOf(file), section) ? [] : [`${path} cites "${cited}": ${file} has no section ${section}`];
    }),
    ...[...text.matchAll(RECORD)].flatMap(([cited, number]) =>
      Number(number) >= 1 && Number(number) <= records ? [] : [`${path} cites "${cited}": there is no such record`],
    ),
  ]);
}
