/**
 * The end of the month that begins at `start`: the same day and time of the next month as the anchor has, or the month's last day where
 * it has no such day. 31 January → 28 February → 31 March.
 */
export const monthAfter = (start: number, anchor: number): number => {
  const [from, anchored] = [new Date(start * 1000), new Date(anchor * 1000)];
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const at = new Date(anchored);
  at.setUTCFullYear(year, month, Math.min(anchored.getUTCDate(), lastDay));
  return at.getTime() / 1000;
};
