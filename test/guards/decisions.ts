import { parse } from 'yaml';
import type { SourceFile } from './repository.ts';

/** What records are about, in the order of the index. A record belongs to one subject. */
export const SUBJECTS: Record<string, string> = {
  intake: 'Reading documents',
  creation: 'Creating and identifying items',
  references: 'References to other items',
  values: 'Values that are sent and asserted',
  lists: 'Lists and searches',
  lifecycle: 'Updates, actions and states',
  calls: 'Calls judged by status and schema alone',
  personas: 'Personas and their limits',
  refusals: 'Refusals and resends',
  verdicts: 'Requests, waits and verdicts',
  proof: 'Proofs, bench and tests',
  coverage: 'Coverage, workbooks and generation',
  'command-line': 'Command line and other clients',
  access: 'Identity, access and audit',
  http: 'The HTTP interface',
  storage: 'Storage',
  billing: 'Tiers and billing',
  operations: 'AWS, one machine, builds and events',
};

const FORM = `Begin it with
---
status: accepted
date: 2026-01-31
subject: ${Object.keys(SUBJECTS).join(' | ')}
source: [planner/resources/lists]
rules: []
---`;

/** A record: front matter, `# N. Subject: decision`, text. */
export type DecisionRecord = { name: string; title: string; front: Record<string, unknown> };

export function readRecord({ path, text }: SourceFile): DecisionRecord {
  const [, front = '', rest = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const read: unknown = parse(front);
  return {
    name: path.replace(/^.*\//, ''),
    title: rest.split('\n', 1)[0] ?? '',
    front: typeof read === 'object' && read !== null ? { ...read } : {},
  };
}

/** What is wrong with how records are numbered: from 1 on without a gap, once each, in the name of the file and in its title. */
export const numberingViolations = (records: readonly Pick<DecisionRecord, 'name' | 'title'>[]): string[] =>
  records.flatMap(({ name, title }, index) => {
    const number = index + 1;
    return name.startsWith(`${String(number).padStart(4, '0')}-`) && title.startsWith(`# ${number}. `)
      ? []
      : [`${name} ("${title}") stands where record ${number} is expected`];
  });

/** One line for each thing that is wrong with a record's title or front matter. `exists`: whether a path of the repository is there. */
export function recordViolations(
  { name, title, front }: DecisionRecord,
  exists: (path: string) => boolean,
  isRule: (id: string) => boolean,
): string[] {
  const { status, date, subject, source, rules } = front;
  if (typeof subject !== 'string' || !Object.hasOwn(SUBJECTS, subject)) return [`${name} has no subject. ${FORM}`];
  const sources = Array.isArray(source) ? source.map(String) : [];
  return [
    ...(/^# \d+\. [^:]+: \S/.test(title) ? [] : [`${name}: write the title as "# N. Subject: decision"`]),
    ...(status === 'accepted' || /^superseded by \d+$/.test(String(status))
      ? []
      : [`${name}: status is "accepted" or "superseded by N"`]),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(String(date)) ? [] : [`${name}: date is a day, as in 2026-01-31`]),
    ...(sources.length > 0 ? [] : [`${name}: source lists at least one file or folder that carries the decision out`]),
    ...sources.flatMap((path) => (exists(path) ? [] : [`${name}: source ${path} is not there; name where it is now`])),
    ...(Array.isArray(rules) ? rules.map(String) : ['(no list)']).flatMap((id) =>
      isRule(id) ? [] : [`${name}: rules holds ${id}, which dezycro rules does not list`],
    ),
  ];
}

/** The index of records by subject: docs/decisions/README.md. */
export function indexOf(records: readonly DecisionRecord[]): string {
  const parts = Object.entries(SUBJECTS).map(([subject, heading]) => {
    const rows = records
      .filter(({ front }) => front.subject === subject)
      .map(({ name, title }) => `- [${title.replace(/^# /, '').replace('. ', '\\. ')}](${name})`);
    return `## ${heading}\n\n${rows.join('\n')}\n`;
  });
  return `# Decision records by subject\n\nWritten by \`npm run decisions\` from the front matter of the records.\n\n${parts.join('\n')}`;
}
