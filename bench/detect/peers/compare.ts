import { faultNamed } from '../faults/faults.ts';
import type { FaultProxyOptions } from '../proxy/fault-proxy.ts';
import { behindProxy, inParallel, verify } from '../run-cell.ts';
import type { Subject } from '../subject.ts';
import type { Peer } from './peer.ts';
import { digestOfSources, stored } from './stored.ts';

export type CellKey = { subject: string; fault: string; operation: string };

/** The result of one tool on one cell. */
export type PeerCell = CellKey & { found: boolean; requests: number; seconds: number; problem?: string };

type Run = { failures: string[]; requests: number; seconds: number; problem?: string };

/**
 * Runs a tool on cells of one subject, each with its own server. A fault counts as found if the tool reports a failure
 * that it does not report on the sound server with the same settings.
 */
export async function runPeer(
  peer: Peer,
  subject: Subject,
  cells: CellKey[],
  atOnce: number,
  onCell: (cell: PeerCell) => void = () => undefined,
): Promise<PeerCell[]> {
  const input = { peer: peer.settings, sources: digestOfSources(subject.name), of: peer.inputOf(subject) };
  const clean = await stored({ input, clean: true }, () => runBehind(peer, subject, {}));
  const known = new Set(clean.failures);
  return inParallel(cells, atOnce, async (cell) => {
    const planted = { fault: faultNamed(cell.fault), operation: cell.operation };
    const { failures, ...run } = await stored({ input, fault: cell.fault, operation: cell.operation }, () =>
      runBehind(peer, subject, { planted }),
    );
    const ended = { ...cell, ...run, found: failures.some((failure) => !known.has(failure)) };
    onCell(ended);
    return ended;
  });
}

async function runBehind(peer: Peer, subject: Subject, options: Pick<FaultProxyOptions, 'planted'>): Promise<Run> {
  return behindProxy(subject, options, async (proxy, env, identities) => {
    const startedAt = performance.now();
    const failures = await peer.run(subject, proxy.url, env, identities).catch((error: unknown) => String(error));
    const run = { requests: proxy.requests(), seconds: (performance.now() - startedAt) / 1000 };
    return typeof failures === 'string' ? { ...run, failures: [], problem: failures } : { ...run, failures };
  });
}

/** Runs our own journeys on the same cells. */
export async function runOwn(subject: Subject, cells: CellKey[], atOnce: number): Promise<PeerCell[]> {
  return inParallel(cells, atOnce, async (cell) => {
    const planted = { fault: faultNamed(cell.fault), operation: cell.operation };
    return behindProxy(subject, { planted }, async (proxy, env) => {
      const startedAt = performance.now();
      const { journeys } = await verify(subject, proxy.url, { env });
      return {
        ...cell,
        found: journeys.some(({ status }) => status === 'fail'),
        requests: proxy.requests(),
        seconds: (performance.now() - startedAt) / 1000,
      };
    });
  });
}
