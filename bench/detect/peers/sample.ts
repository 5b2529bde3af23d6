import { createHash } from 'node:crypto';

/**
 * A fixed sample of cells: of each fault those with the smallest hash, and of each subject at most one while others
 * have cells.
 */
export function sampleOf<T extends { subject: string; fault: string; operation: string }>(
  cells: T[],
  perFault: number,
): T[] {
  const ordered = cells.map((cell) => ({ cell, rank: rankOf(cell) })).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  return [...Map.groupBy(ordered, ({ cell }) => cell.fault).values()].flatMap((ofFault) => {
    const rounds = [...Map.groupBy(ofFault, ({ cell }) => cell.subject).values()];
    const spread = ofFault
      .map(({ cell, rank: key }) => ({
        cell,
        key,
        round:
          rounds.find((round) => round.some((one) => one.cell === cell))?.findIndex((one) => one.cell === cell) ?? 0,
      }))
      .toSorted((a, b) => a.round - b.round || (a.key < b.key ? -1 : 1));
    return spread.slice(0, perFault).map(({ cell }) => cell);
  });
}

/** A hash that orders cells without preference, the same in each run. */
export function rankOf({ subject, fault, operation }: { subject: string; fault: string; operation: string }): string {
  return createHash('sha256').update(`${subject} ${fault} ${operation}`).digest('hex');
}
