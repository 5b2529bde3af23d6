import { createHash } from 'node:crypto';
import { pageSizeBytes } from './sign-ad-hoc.ts';
import type { PageHashes, RunnerEntry } from './runner-manifest.ts';

/** Bytes that replace what stands at the offset; the file's size never changes. */
export type Patch = { offset: number; bytes: Buffer };

/** The plans do not fit into the runner's slot. */
export class PlanTooLarge extends Error {
  override readonly name = 'PlanTooLarge';
}

/**
 * What makes a runner a verifier: the slot's text (`encodePlanSlot`) and, on Mach-O, the hashes of the pages that it touches.
 * Pure, without the runner's file: the same text and entry give the same patches. Throws PlanTooLarge.
 */
export const planPatches = (slotText: string, { slot, signature }: RunnerEntry): Patch[] => {
  const text = Buffer.from(slotText);
  if (text.length > slot.sizeBytes)
    throw new PlanTooLarge(`The plans take ${text.length} bytes; the slot of a native verifier has ${slot.sizeBytes}.`);
  const patch = { offset: slot.offset, bytes: text };
  return signature === undefined ? [patch] : [patch, pageHashPatch(text, slot, signature)];
};

const pageHashPatch = (text: Buffer, slot: RunnerEntry['slot'], signature: PageHashes): Patch => {
  const before = Buffer.from(signature.beforeSlot, 'base64');
  const rest = Buffer.alloc(slot.sizeBytes - text.length);
  const pages = Buffer.concat([before, text, rest, Buffer.from(signature.afterSlot, 'base64')]);
  const firstPage = (slot.offset - before.length) / pageSizeBytes;
  const touched = Math.ceil((before.length + text.length) / pageSizeBytes);
  const hashes = Array.from({ length: touched }, (_, index) =>
    createHash('sha256')
      .update(pages.subarray(index * pageSizeBytes, (index + 1) * pageSizeBytes))
      .digest(),
  );
  return { offset: signature.hashOffset + 32 * firstPage, bytes: Buffer.concat(hashes) };
};

/** What `planPatches` must know of the pages that the slot shares with its neighbours. */
export const slotSurroundings = (
  file: Buffer,
  slot: RunnerEntry['slot'],
  codeSizeBytes: number,
): Pick<PageHashes, 'beforeSlot' | 'afterSlot'> => {
  const end = slot.offset + slot.sizeBytes;
  const firstPageAt = slot.offset - (slot.offset % pageSizeBytes);
  const lastPageEnd = Math.min(Math.ceil(end / pageSizeBytes) * pageSizeBytes, codeSizeBytes);
  return {
    beforeSlot: file.toString('base64', firstPageAt, slot.offset),
    afterSlot: file.toString('base64', end, lastPageEnd),
  };
};
