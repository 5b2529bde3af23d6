/** Size of the slot in a native runner; a gzip of 750 KB fits, some 5 MB of plans. */
export const slotSizeBytes = 1024 * 1024;

/** Begins the empty slot, so that it can be found; whatever is stamped is longer and covers it. */
const marker = 'dezycro:empty-plan-slot:5d1f8c02';

/** The slot as it is embedded when a runner is compiled. */
export const emptyPlanSlot = (): Buffer => {
  const slot = Buffer.alloc(slotSizeBytes);
  slot.write(marker);
  return slot;
};

/** Where the empty slot begins. Throws unless the runner has exactly one, whole. */
export const findPlanSlot = (runner: Buffer): number => {
  const offset = runner.indexOf(marker, 0, 'latin1');
  if (offset === -1) throw new Error('The runner has no plan slot.');
  if (runner.includes(marker, offset + 1, 'latin1')) throw new Error('The runner has more than one plan slot.');
  if (!runner.subarray(offset, offset + slotSizeBytes).equals(emptyPlanSlot()))
    throw new Error('The plan slot of the runner is not in one piece.');
  return offset;
};
