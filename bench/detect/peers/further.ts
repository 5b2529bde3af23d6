import type { CellKey, PeerCell } from './compare.ts';
import { sampleOf } from './sample.ts';

/** Results on more cells of a fault than the sample has: how many a tool found, and how many we did. */
export type Further = { fault: string; tool: string; cells: number; found: number; ours: number };

/** Cells of a fault that suffice to tell which tool finds more. */
const CELLS = 72;

/**
 * Further cells of faults of which a tool found at least as many in the sample as we did. Server errors are left out,
 * because tools that send odd values may find more.
 */
export function furtherCells(cells: CellKey[], own: PeerCell[], tool: PeerCell[]): CellKey[] {
  const count = (all: PeerCell[], fault: string) => all.filter((one) => one.fault === fault && one.found).length;
  const isLevel = ({ fault }: CellKey) => fault !== 'server error' && count(tool, fault) >= count(own, fault);
  return sampleOf(cells.filter(isLevel), CELLS);
}

/** The results on the further cells. `isOurs`: true if we found the cell. */
export function furtherOf(tool: string, cells: PeerCell[], isOurs: (cell: CellKey) => boolean): Further[] {
  return [...Map.groupBy(cells, ({ fault }) => fault)].map(([fault, all]) => ({
    fault,
    tool,
    cells: all.length,
    found: all.filter(({ found }) => found).length,
    ours: all.filter(isOurs).length,
  }));
}
