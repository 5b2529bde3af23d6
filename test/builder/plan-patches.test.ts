import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Patch, planPatches, PlanTooLarge, slotSurroundings } from '#builder/plan-patches.ts';
import type { RunnerEntry } from '#builder/runner-manifest.ts';
import { signAdHoc } from '#builder/sign-ad-hoc.ts';
import { checkCodeDirectory } from './code-directory.ts';
import { smallMachO } from './small-mach-o.ts';

const applied = (file: Buffer, patches: Patch[]): Buffer => {
  const result = Buffer.from(file);
  for (const { offset, bytes } of patches) bytes.copy(result, offset);
  return result;
};

/** A signed program with a slot of the given size after `before` bytes of code, and `after` bytes behind it. */
const signedRunner = (before: number, size: number, after: number): { file: Buffer; entry: RunnerEntry } => {
  const content = Buffer.concat([Buffer.alloc(before, 1), Buffer.alloc(size), Buffer.alloc(after, 2)]);
  const { signed, hashOffset, codeSizeBytes } = signAdHoc(smallMachO(content), 'x');
  const slot = { offset: 4096 + before, sizeBytes: size };
  const signature = { hashOffset, codeSizeBytes, ...slotSurroundings(signed, slot, codeSizeBytes) };
  return {
    file: signed,
    entry: { file: 'x', sizeBytes: signed.length, sha256: '', slot, hashUpToSlot: '', signature },
  };
};

it('a stamped Mach-O runner has no bad page, wherever the slot lies and however much of it is used', async () => {
  const sizes = fc.record({
    before: fc.integer({ min: 0, max: 9000 }),
    size: fc.integer({ min: 1, max: 13_000 }),
    after: fc.integer({ min: 0, max: 9000 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const holds = async ({
    before,
    size,
    after,
    used,
  }: {
    before: number;
    size: number;
    after: number;
    used: number;
  }) => {
    const { file, entry } = signedRunner(before, size, after);
    const text = 'p'.repeat(Math.ceil(used * size));
    const patches = planPatches(text, entry);
    const stamped = applied(file, patches);
    const { badPages, faults } = await checkCodeDirectory(stamped);
    expect({ badPages, faults, size: stamped.length }).toEqual({ badPages: [], faults: [], size: file.length });
    expect(stamped.toString('latin1', entry.slot.offset, entry.slot.offset + text.length)).toBe(text);
    const { beforeSlot, afterSlot } = entry.signature!;
    // A manifest holds no more of a runner than the slot's pages have.
    for (const part of [beforeSlot, afterSlot]) expect(Buffer.from(part, 'base64').length).toBeLessThan(4096);
  };
  await fc.assert(fc.asyncProperty(sizes, holds), { numRuns: 200, seed: 5 });
});

it('without the page hashes the check would see what was stamped', async () => {
  const { file, entry } = signedRunner(5000, 10_000, 100);
  const [slotOnly] = planPatches('p'.repeat(6000), entry);
  expect((await checkCodeDirectory(applied(file, [slotOnly!]))).badPages).toEqual([2, 3]);
});

it('a runner without a signature gets one patch, the same for the same text', () => {
  const entry: RunnerEntry = {
    file: 'x',
    sizeBytes: 9,
    sha256: '',
    slot: { offset: 3, sizeBytes: 4 },
    hashUpToSlot: '',
  };
  expect(planPatches('abc', entry)).toEqual([{ offset: 3, bytes: Buffer.from('abc') }]);
  expect(planPatches('abcd', entry)).toEqual(planPatches('abcd', entry));
});

it('plans that do not fit are refused', () => {
  const { entry } = signedRunner(10, 100, 10);
  expect(() => planPatches('p'.repeat(101), entry)).toThrow(PlanTooLarge);
  expect(() => planPatches('p'.repeat(101), entry)).toThrow(
    expect.objectContaining({
      name: 'PlanTooLarge',
      message: 'The plans take 101 bytes; the slot of a native verifier has 100.',
    }),
  );
});
