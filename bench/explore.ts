import { planFeature } from '#planner/plan-feature.ts';
import { cellsOf } from './detect/applicable-cells.ts';
import { ODD_INPUT_FAULTS } from './detect/faults/odd-input-faults.ts';
import { faultNamed } from './detect/faults/faults.ts';
import { type CellKey, type PeerCell, runPeer } from './detect/peers/compare.ts';
import { sampleOf } from './detect/peers/sample.ts';
import { openSchemathesis } from './detect/peers/schemathesis.ts';
import { behindProxy, verify } from './detect/run-cell.ts';
import type { Subject } from './detect/subject.ts';
import { REFERENCE_SERVERS } from '../test/subjects/index.ts';
import type { Figure } from './main.ts';
import { atLeast, atMost } from './measure.ts';

/** Cells per fault, as in `bench -- detect`. */
const SAMPLED = 4;
const AT_ONCE = 2;

export const flags = ['--cells=', '--own'];

/**
 * Plants faults at odd but valid input and reports what `verify --explore` finds of a sample, compared with
 * Schemathesis. `--cells=N`: cells per fault, default 4. `--own`: only ours.
 */
export const run = async (given: string[]): Promise<Figure[]> => {
  const perFault = Number(given.find((one) => one.startsWith('--cells='))?.slice('--cells='.length) ?? SAMPLED);
  const sample = sampleOf((await Promise.all(Object.keys(REFERENCE_SERVERS).map(cellNames))).flat(), perFault);
  const peer = openSchemathesis(AT_ONCE);
  const skipped = given.includes('--own') ? 'not asked for' : peer.missing();
  if (skipped !== undefined) console.error(`SKIPPED Schemathesis: ${skipped}`);
  const [ours, theirs]: [PeerCell[], PeerCell[]] = [[], []];
  let alarms = 0;
  for (const [name, cells] of Map.groupBy(sample, ({ subject }) => subject)) {
    const subject = await opened(name);
    const explored = await explorerOf(subject);
    alarms += (await explored({})).failures.length;
    for (const cell of cells)
      ours.push({
        ...cell,
        ...found(await explored({ planted: { fault: faultNamed(cell.fault), operation: cell.operation } })),
      });
    if (skipped === undefined) theirs.push(...(await runPeer(peer, subject, cells, AT_ONCE)));
    await subject.close();
    console.error(`${name}: ours ${countOf(ours)}, Schemathesis ${countOf(theirs)} of ${ours.length}`);
  }
  await peer.close();
  for (const { subject, fault, operation, found: isFound } of ours.filter(
    (cell) => !cell.found || isMissed(cell, theirs),
  ))
    console.log(`${isFound ? 'by us alone' : 'not by us'}: ${subject}: ${fault} at ${operation}`);
  const most = skipped === undefined ? countOf(theirs) : Number.NEGATIVE_INFINITY;
  return [
    atLeast(`server errors at odd input, of ${ours.length}`, countOf(ours), most, ''),
    atMost('found by Schemathesis', countOf(theirs), Number.POSITIVE_INFINITY, ''),
    atMost('false alarms on sound servers', alarms, 0, ''),
  ];
};

const opened = async (name: string): Promise<Subject> => {
  const open = REFERENCE_SERVERS[name];
  if (open === undefined) throw new Error(`No server is named ${name}.`);
  return open();
};

const cellNames = async (name: string): Promise<CellKey[]> => {
  const subject = await opened(name);
  const { cells } = await cellsOf(subject, ODD_INPUT_FAULTS);
  await subject.close();
  return cells.map(({ fault, operation }) => ({ subject: name, fault: fault.name, operation: operation.key }));
};

const countOf = (cells: PeerCell[]): number => cells.filter((cell) => cell.found).length;
const isMissed = (cell: CellKey, by: PeerCell[]): boolean =>
  by.some(
    (one) => one.subject === cell.subject && one.fault === cell.fault && one.operation === cell.operation && !one.found,
  );

type Explored = { failures: string[]; requests: number; seconds: number };

/** Returns a function that sends a subject's odd values through a proxy. */
const explorerOf = async (subject: Subject) => {
  const { spec, personas, envProvidedParams } = subject;
  const { explorations = [] } = await planFeature({ spec, personas, envProvidedParams, explore: true });
  const owed = explorations.filter(({ isOwed }) => isOwed);
  const plans = owed.map(({ plan }) => plan);
  const operations = new Map(plans.map((plan) => [plan.journeyId, plan.subject]));
  return (options: Parameters<typeof behindProxy>[1]): Promise<Explored> =>
    behindProxy(subject, options, async (proxy, env) => {
      const startedAt = performance.now();
      const { journeys } = await verify(subject, proxy.url, { plans, env });
      const broken = journeys.filter(({ status, reasonCode }) => status === 'fail' && reasonCode === 'SERVER_ERROR');
      return {
        failures: broken.map(({ id }) => operations.get(id) ?? ''),
        requests: proxy.requests(),
        seconds: (performance.now() - startedAt) / 1000,
      };
    });
};

const found = ({ failures, ...run }: Explored) => ({ ...run, found: failures.length > 0 });
