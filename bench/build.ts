import { planPatches } from '#builder/plan-patches.ts';
import { binaryPlatforms } from '#builder/runner-manifest.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { builtRunners } from '../test/builder/built-runners.ts';
import { manyJourneys } from '../test/builder/many-journeys.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

/** A feature's build: what must be written into the runners of all five platforms, from a planned bundle of 400 journeys. */
export const run = async (): Promise<Figure[]> => {
  const manifest = await builtRunners();
  if (manifest === undefined) return [];
  const bundle = manyJourneys(400);
  let bytes = 0;
  const once = (): number => {
    const startedMs = performance.now();
    const text = encodePlanSlot(bundle);
    const patches = binaryPlatforms.flatMap((platform) => planPatches(text, manifest.binaries[platform]));
    const took = performance.now() - startedMs;
    bytes = patches.reduce((sum, patch) => sum + patch.bytes.length, 0);
    return took;
  };
  const first = once();
  const later = Array.from({ length: 21 }, once);
  return [
    atMost('plan JSON, for comparison', JSON.stringify(bundle).length / 1000, Infinity, 'kB'),
    atMost('patches for five platforms', bytes / 1000, Infinity, 'kB'),
    atMost('patches for five platforms, first time', first, Infinity, 'ms'),
    atMost('patches for five platforms (median of 21)', median(later), 10, 'ms'),
    atMost('patches for five platforms (quickest)', Math.min(...later), Infinity, 'ms'),
  ];
};
