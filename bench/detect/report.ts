import type { PeerCell } from './peers/compare.ts';
import type { Further } from './peers/further.ts';
import { confusionOf, isFound, scoreOf, VERDICTS } from './score.ts';
import type { CellReport, SubjectReport } from './subject-report.ts';

const OVERLAID =
  'Not counted above: the same servers with an [overlay](decisions/0057-overlays.md) that says what their documents leave unsaid.';

/** A tool's column in the report: its cells, or why there are none. */
export type Column = { name: string; cells: PeerCell[]; skipped?: string };

/**
 * The report as Markdown. `overlaid`: reports shown beside the counted ones. `columns`: our runs on the sample, then
 * the tools. `further`: results of tools on more cells.
 */
export function reportText(
  reports: SubjectReport[],
  overlaid: SubjectReport[],
  { columns, further }: { columns: Column[]; further: Further[] },
  version: string,
  broken: string[] = [],
): string {
  const cells = reports.flatMap((report) => report.cells.map((cell) => ({ ...cell, subject: report.subject })));
  return [
    '# Detection',
    `Made by \`npm run bench -- detect --write\` for version ${version}. A cell is one fault at one operation of one subject; what is counted, left out and missed by decision stands in [known limits](known-limits.md).`,
    '## Result',
    summary(reports),
    '## Faults',
    'Found: at least one decisive verdict. Named: every decisive verdict names the fault. The columns after that compare tools on the same sample of cells: of each fault four, of as many of our reference servers and example-todo as there are, and two of other servers of others (`--all` runs every cell of every subject).',
    faultTable(cells, columns),
    ...columns
      .filter(({ skipped }) => skipped !== undefined)
      .map(({ name, skipped }) => `SKIPPED ${name}: ${skipped}.`),
    effortTable(columns),
    ...furtherTable(further),
    '## Verdicts',
    'Rows: what the fault is. Columns: cells by what was said.',
    confusionTable(cells),
    '## Subjects',
    subjectTable(reports),
    ...(overlaid.length === 0 ? [] : [OVERLAID, subjectTable(overlaid)]),
    ...broken.map((message) => `NOT MEASURED: ${message}`),
    ...alarms([...reports, ...overlaid]),
    '## Missed',
    'Not called: no request came to the operation. Never met: no request of a journey meets the fault. Not noticed: the journeys passed all the same.',
    missedTable(cells),
    ...namedWrongly(cells),
    '',
  ].join('\n\n');
}

function summary(reports: SubjectReport[]): string {
  const score = scoreOf(reports);
  return table([
    ['figure', 'value', 'goal'],
    ['recall', `${percent(score.found, score.cells)} (${score.found} of ${score.cells} cells)`, '≥ 95 %'],
    [
      'verdict accuracy',
      `${percent(score.rightlyNamed, score.found)} (${score.rightlyNamed} of ${score.found} found cells)`,
      '≥ 95 %',
    ],
    ['false decisive verdicts', `${score.falseAlarms.length} in ${score.soundRuns} runs without a fault`, '0'],
    ['cells left out', percent(score.leftOut, 1), '≤ 5 %'],
    [
      `recall if ${score.untold} calls that documents do not tell how to make counted as missed`,
      percent(score.found, score.cells + score.untold),
      '—',
    ],
    ['yield', `${percent(score.touched, score.operations)} (${score.touched} of ${score.operations} operations)`, '—'],
    ['proof rate', `${percent(score.proved, score.plans)} of ${score.plans} plans`, '100 %'],
    ['residue', String(score.residue), '0'],
    ['kept by APIs that answer 409 to a deletion, and reported', String(score.kept), '—'],
  ]);
}

function faultTable(cells: CellReport[], columns: Column[]): string {
  const rows = [...Map.groupBy(cells, ({ fault }) => fault)].map(([fault, all]) => {
    const found = all.filter(isFound);
    const named = found.filter(({ right, wrong }) => right.length > 0 && wrong.length === 0);
    return [
      fault,
      String(all.length),
      percent(found.length, all.length),
      percent(named.length, found.length),
      ...columns.map((column) => shareFound(column, fault)),
    ];
  });
  return table([
    ['fault', 'cells', 'found', 'named', ...columns.map(({ name }) => name)],
    ...rows,
    ['all', '', '', '', ...columns.map((column) => shareFound(column))],
  ]);
}

function shareFound({ cells, skipped }: Column, fault?: string): string {
  const own = cells.filter((cell) => fault === undefined || cell.fault === fault);
  if (skipped !== undefined) return 'SKIPPED';
  return own.length === 0 ? '—' : `${own.filter(({ found }) => found).length}/${own.length}`;
}

function effortTable(columns: Column[]): string {
  const rows = columns
    .filter(({ cells }) => cells.length > 0)
    .map(({ name, cells }) => {
      const found = cells.filter((cell) => cell.found).length;
      const sum = (value: (cell: PeerCell) => number) => cells.reduce((total, cell) => total + value(cell), 0);
      return [
        name,
        String(cells.length),
        String(found),
        found === 0 ? '—' : String(Math.round(sum(({ requests }) => requests) / found)),
        (sum(({ seconds }) => seconds) / cells.length).toFixed(1),
        String(cells.filter(({ problem }) => problem !== undefined).length),
      ];
    });
  return rows.length === 0
    ? ''
    : table([
        ['tool', 'cells', 'found', 'requests for each fault found', 'seconds for each cell', 'runs without a result'],
        ...rows,
      ]);
}

function furtherTable(further: Further[]): string[] {
  if (further.length === 0) return [];
  const rows = further.map(({ fault, tool, cells, found, ours }) => [
    fault,
    tool,
    String(cells),
    percent(found, cells),
    percent(ours, cells),
  ]);
  return [
    '## Further cells',
    'Faults of which another tool found as many of the sample as we did: more cells of our reference servers and example-todo, chosen as the sample is.',
    table([['fault', 'tool', 'cells', 'found by it', 'found by us'], ...rows]),
  ];
}

function confusionTable(cells: CellReport[]): string {
  const matrix = confusionOf(cells);
  const columns = [...VERDICTS, 'none'];
  return table([
    ['', ...columns],
    ...VERDICTS.map((verdict) => [verdict, ...columns.map((column) => String(matrix[verdict]?.[column] ?? 0))]),
  ]);
}

function subjectTable(reports: SubjectReport[]): string {
  return table([
    [
      'subject',
      'operations',
      'in a plan',
      'plans',
      'cells',
      'found',
      'left out',
      'false alarms',
      'requests of a run',
      'residue',
      's',
    ],
    ...reports.map((report) => [
      report.subject,
      String(report.operations),
      String(report.touched),
      String(report.plans),
      String(report.cells.length),
      percent(report.cells.filter(isFound).length, report.cells.length),
      String(report.leftOut.reduce((total, { cells }) => total + cells.length, 0)),
      `${report.falseAlarms.length} in ${report.cleanRuns + report.scenarioRuns} runs`,
      String(report.cleanRequests),
      report.kept === 0 ? String(report.residue) : `${report.residue}, ${report.kept} kept`,
      report.seconds.toFixed(0),
    ]),
  ]);
}

function alarms(reports: SubjectReport[]): string[] {
  const lines = scoreOf(reports).falseAlarms.map((alarm) => `- ${alarm}`);
  return lines.length === 0 ? [] : ['### False alarms', [...new Set(lines)].join('\n')];
}

/** A table of missed cells, with one row per fault and cause of a subject. */
function missedTable(cells: (CellReport & { subject: string })[]): string {
  const missed = cells.filter((cell) => !isFound(cell));
  const groups = Map.groupBy(missed, ({ subject, fault, missed: why }) => JSON.stringify([subject, fault, why]));
  const rows = [...groups.values()].map((group) => [
    group[0]?.subject ?? '',
    group[0]?.fault ?? '',
    group[0]?.missed ?? '',
    group.map(({ operation }) => `\`${operation}\``).join(', '),
  ]);
  return rows.length === 0 ? 'None.' : table([['subject', 'fault', 'why', 'operations'], ...rows]);
}

function namedWrongly(cells: (CellReport & { subject: string })[]): string[] {
  const rows = cells.flatMap(({ subject, fault, operation, wrong }) =>
    wrong.map(({ verdict, reasonCode, journey }) => [
      subject,
      fault,
      `\`${operation}\``,
      `${verdict.replace('FAIL_DECISIVE_', '')} ${reasonCode}`,
      journey,
    ]),
  );
  return rows.length === 0
    ? []
    : ['## Named wrongly', table([['subject', 'fault', 'operation', 'verdict', 'journey'], ...rows])];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`;
}

function table([head = [], ...rows]: string[][]): string {
  const line = (row: string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
