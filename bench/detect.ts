import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gapsOf } from './detect/known-gaps.ts';
import { type CellKey, type PeerCell, runOwn, runPeer } from './detect/peers/compare.ts';
import { furtherCells, furtherOf, type Further } from './detect/peers/further.ts';
import type { Peer } from './detect/peers/peer.ts';
import { openRespect } from './detect/peers/respect.ts';
import { sampleOf } from './detect/peers/sample.ts';
import { openSchemathesis } from './detect/peers/schemathesis.ts';
import { digestOfWork, stored } from './detect/peers/stored.ts';
import { reportText } from './detect/report.ts';
import type { Column } from './detect/report.ts';
import { inParallel } from './detect/run-cell.ts';
import { isFound, scoreOf } from './detect/score.ts';
import type { SubjectReport } from './detect/subject-report.ts';
import type { Subject } from './detect/subject.ts';
import { OVERLAID, REFERENCE_SERVERS, SUBJECTS } from '../test/subjects/index.ts';
import type { Figure } from './main.ts';
import { atLeast, atMost } from './measure.ts';

const AT_ONCE = 2;
/** Cells per fault that the other tools run: enough to compare, and quick enough. `--all` runs all cells. */
const SAMPLED = { ofReferenceServers: 4, ofOthers: 2 };
/** Subjects of the sample: servers that start at once and are small enough for other tools. */
const COMPARED = new Set([...Object.keys(REFERENCE_SERVERS), 'example-todo']);
/** Servers written by others, with two more cells per fault. No tool can shut them down by its calls. */
const COMPARED_OF_OTHERS = new Set(['kinto', 'labtasker', 'alertmanager', 'todo-list']);
const DOCUMENT = join(import.meta.dirname, '../docs/detect.md');

export const flags = ['--own', '--all', '--write', '--subject='];

/**
 * Plants each fault at each operation of each subject and reports which are found, by us and on a sample by other
 * tools. `--own`: only ours. `--all`: other tools on each cell. `--write`: writes docs/detect.md. `--subject=NAME`:
 * only that subject.
 */
export const run = async (flags: string[]): Promise<Figure[]> => {
  const wanted = flags.filter((flag) => flag.startsWith('--subject=')).map((flag) => flag.slice('--subject='.length));
  const names = wanted.length > 0 ? wanted : Object.keys({ ...SUBJECTS, ...OVERLAID });
  const started = performance.now();
  const ended = await inParallel(names, AT_ONCE, reportInProcess);
  const broken = ended.flatMap((one) => (typeof one === 'string' ? [one] : []));
  const measured = ended.filter((one) => typeof one === 'object');
  const overlaid = measured.filter(({ subject }) => subject in OVERLAID);
  const reports = measured.filter(({ subject }) => !(subject in OVERLAID));
  console.error(`${measured.length} subjects in ${seconds(started)} s`);
  const { columns, further } = flags.includes('--own')
    ? { columns: [], further: [] }
    : await compare(reports, flags.includes('--all'));
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  console.error(`all in ${seconds(started)} s`);
  const text = reportText(reports, overlaid, { columns, further }, version, broken);
  console.log(text);
  if (flags.includes('--write')) writeFileSync(DOCUMENT, text);
  return [
    ...figuresOf(reports, overlaid),
    atMost(
      'faults of which another tool finds as many',
      further.filter(({ found, ours }) => found >= ours).length,
      0,
      '',
    ),
    atMost('subjects that could not be measured', broken.length, 0, ''),
  ];
};

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(0);

function figuresOf(reports: SubjectReport[], overlaid: SubjectReport[]): Figure[] {
  const score = scoreOf(reports);
  const { falseAlarms, residue } = scoreOf([...reports, ...overlaid]);
  const percent = (part: number, whole: number) => (100 * part) / Math.max(1, whole);
  return [
    atLeast('recall', percent(score.found, score.cells), 95, '%'),
    atLeast('verdict accuracy', percent(score.rightlyNamed, score.found), 95, '%'),
    atMost('false decisive verdicts', falseAlarms.length, 0, ''),
    atMost('cells left out', 100 * score.leftOut, 5, '%'),
    atLeast('proof rate', percent(score.proved, score.plans), 100, '%'),
    atMost('residue', residue, 0, ''),
    atMost('missed cells without a written reason', reports.flatMap(unwritten).length, 0, ''),
    atMost('faults that broke the proxy', reports.flatMap(({ proxyErrors }) => proxyErrors).length, 0, ''),
  ];
}

function unwritten({ subject, cells }: SubjectReport): string[] {
  const written = gapsOf(subject);
  return cells
    .filter((cell) => !isFound(cell) && !written.has(`${cell.fault} at ${cell.operation}`))
    .map(({ operation }) => operation);
}

/**
 * Makes the report of a subject in its own process. Undefined if the API is not available here; a text if the process
 * failed.
 */
async function reportInProcess(name: string): Promise<SubjectReport | string | undefined> {
  const started = performance.now();
  const report = await stored({ name, of: digestOfWork() }, () => measure(name)).catch((error: unknown) =>
    String(error),
  );
  console.error(`${name}: ${typeof report === 'string' ? report : 'done'} after ${seconds(started)} s`);
  return report ?? undefined;
}

/** The report of a subject; null if its API is not available here. */
async function measure(name: string): Promise<SubjectReport | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'detect/run-subject.ts'), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The process for ${name} ended with ${code}.`);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : (JSON.parse(text) as SubjectReport);
}

/**
 * Runs our journeys and the other tools on the same sample of cells. Also on further cells of faults of which a tool
 * found as many as we did.
 */
async function compare(reports: SubjectReport[], all: boolean): Promise<{ columns: Column[]; further: Further[] }> {
  const cells = reports.flatMap(({ subject, cells: own }) =>
    own.map(({ fault, operation }) => ({ subject, fault, operation })),
  );
  const of = (names: Set<string>) => cells.filter(({ subject }) => names.has(subject));
  const sample = all
    ? cells
    : [...sampleOf(of(COMPARED), SAMPLED.ofReferenceServers), ...sampleOf(of(COMPARED_OF_OTHERS), SAMPLED.ofOthers)];
  const own: Column = { name: 'ours', cells: [] };
  await bySubject(sample, async (subject, chosen) => {
    own.cells.push(...(await runOwn(subject, chosen, AT_ONCE)));
  });
  const columns: Column[] = [own];
  const further: Further[] = [];
  const ours = new Set(
    reports.flatMap(({ subject, cells: all }) => all.filter(isFound).map((cell) => nameOf({ ...cell, subject }))),
  );
  for (const peer of [openSchemathesis(AT_ONCE), openRespect()]) {
    const column = columnOf(peer);
    columns.push(column);
    if (column.skipped !== undefined) continue;
    column.cells = await runOn(peer, sample);
    const more = all ? [] : furtherCells(of(COMPARED), own.cells, column.cells);
    further.push(...furtherOf(peer.name, await runOn(peer, more), (cell) => ours.has(nameOf(cell))));
    await peer.close();
  }
  return { columns, further };
}

const nameOf = ({ subject, fault, operation }: CellKey): string => [subject, fault, operation].join(' | ');

async function runOn(peer: Peer, cells: CellKey[]): Promise<PeerCell[]> {
  const run: PeerCell[] = [];
  await bySubject(cells, (subject, chosen) =>
    runPeer(peer, subject, chosen, AT_ONCE, (cell) => {
      run.push(cell);
      console.error(
        `${peer.name}: ${run.length} of ${cells.length} cells (${subject.name}, ${cell.seconds.toFixed(0)} s)`,
      );
    }),
  );
  return run;
}

async function bySubject(
  cells: CellKey[],
  run: (subject: Subject, chosen: CellKey[]) => Promise<unknown>,
): Promise<void> {
  for (const [name, chosen] of Map.groupBy(cells, ({ subject }) => subject)) {
    const subject = await SUBJECTS[name]?.();
    if (subject === undefined) continue;
    await run(subject, chosen);
    await subject.close();
  }
}

function columnOf(peer: Peer): Column {
  const skipped = peer.missing();
  if (skipped !== undefined) console.error(`SKIPPED ${peer.name}: ${skipped}`);
  return { name: peer.name, cells: [], ...(skipped === undefined ? {} : { skipped }) };
}
