import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Cells that nothing catches, and why: rows of the table in docs/known-limits.md. */
export type KnownGap = { subject: string; operations: string[]; faults: string[]; reason: string };

const DOCUMENT = join(import.meta.dirname, '../../docs/known-limits.md');

/** The rows of the table "Missed cells"; a row that cannot be read is an error. */
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

/** "fault at METHOD /template" of every missed cell of a subject that has a written reason. */
export function gapsOf(subject: string, gaps: KnownGap[] = readKnownGaps()): Set<string> {
  return new Set(
    gaps
      .filter((gap) => gap.subject === subject)
      .flatMap(({ faults, operations }) =>
        operations.flatMap((operation) => faults.map((fault) => `${fault} at ${operation}`)),
      ),
  );
}
