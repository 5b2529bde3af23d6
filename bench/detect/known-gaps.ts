import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Cells that no journey catches, with the reason: rows of the table in docs/known-limits.md. */
export type KnownGap = { subject: string; operations: string[]; faults: string[]; reason: string };

const DOCUMENT = join(import.meta.dirname, '../../docs/known-limits.md');

/** The rows of the table "Missed cells". Throws if a row cannot be parsed. */
export function readKnownGaps(text: string = readFileSync(DOCUMENT, 'utf8')): KnownGap[] {
  const [, section] = text.split('\n## Missed cells\n');
  if (section === undefined) throw new Error('docs/known-limits.md has no section "Missed cells".');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [, subject = '', operations = '', faults = '', reason = ''] = row.split('|').map((cell) => cell.trim());
    const named = [...operations.matchAll(/`([^`]+)`/g)].map(([, operation]) => String(operation));
    if (subject === '' || named.length === 0 || faults === '' || reason === '')
      throw new Error(`A row of "Missed cells" lacks something: ${row}`);
    return { subject, operations: named, faults: faults.split(', '), reason };
  });
}

/** The missed cells of a subject with a documented reason, as "fault at METHOD /template". */
export function gapsOf(subject: string, gaps: KnownGap[] = readKnownGaps()): Set<string> {
  return new Set(
    gaps
      .filter((gap) => gap.subject === subject)
      .flatMap(({ faults, operations }) =>
        operations.flatMap((operation) => faults.map((fault) => `${fault} at ${operation}`)),
      ),
  );
}
