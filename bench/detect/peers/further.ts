import type { CellKey, PeerCell } from './compare.ts';
import { sampleOf } from './sample.ts';

/** A fault on more cells than the sample has: how many of them a tool found, and how many we did. */
export type Further = { fault: string; tool: string; cells: number; found: number; ours: number };

/** As many cells of a fault tell which tool is ahead where the sample does not. */
const CELLS = 72;

/**
 * Cells of the faults of which a tool found as many of the sample as we did. Server errors are left out: whoever sends
 * what breaks servers may find more.
 */
export function furtherCells(cells: CellKey[], own: PeerCell[], tool: PeerCell[]): CellKey[] {
  const count = (all: PeerCell[], fault: string) => all.filter((one) => one.fault === fault && one.found).length;
  const isLevel = ({ fault }: CellKey) => fault !== 'server error' && count(tool, fault) >= count(own, fault);
  return sampleOf(cells.filter(isLevel), CELLS);
}

/** What came of them. `isOurs`: whether we found it. */
export function furtherOf(tool: string, cells: PeerCell[], isOurs: (cell: CellKey) => boolean): Further[] {
  return [...Map.groupBy(cells, ({ fault }) => fault)].map(([fault, all]) => ({
    fault,
    tool,
    cells: all.length,
    found: all.filter(({ found }) => found).length,
    ours: all.filter(isOurs).length,
  }));
}
