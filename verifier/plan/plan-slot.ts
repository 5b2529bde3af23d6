import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Plan, PlanBundle } from './plan.ts';

/** Stands in the runner's one-file form where the build step writes the plan; it occurs there exactly once. */
export const PLAN_SLOT_PLACEHOLDER = ['__DEZYCRO', 'PLAN_SLOT__'].join('_');

/** The slot is empty or does not hold what was stamped; exit 5. */
export class CorruptPlanSlot extends Error {
  override readonly name = 'CorruptPlanSlot';
}

const MAX_PLAN_BYTES = 256 * 1024 * 1024;

/**
 * The slot's text: sha256 of the gzip, a colon, the gzip in base64. The same bundle gives the same bytes on every host.
 */
export function encodePlanSlot(bundle: PlanBundle): string {
  // Twice as fast as the highest level, and plans become hardly larger.
  const gzip = gzipSync(JSON.stringify(pack(bundle)), { level: 3 });
  // Byte 9 names the operating system that compressed.
  gzip[9] = 255;
  return `${sha256(gzip)}:${gzip.toString('base64')}`;
}

/** The bundle in a stamped slot. Throws CorruptPlanSlot. */
export function decodePlanSlot(slot: string): PlanBundle {
  const [, expected, base64] = /^([0-9a-f]{64}):([A-Za-z0-9+/]+={0,2})$/.exec(slot) ?? [];
  if (expected === undefined || base64 === undefined) throw new CorruptPlanSlot('this verifier carries no plan');
  const gzip = Buffer.from(base64, 'base64');
  // The last letter has bits that do not count; a flipped one is damage all the same.
  if (sha256(gzip) !== expected || gzip.toString('base64') !== base64)
    throw new CorruptPlanSlot('the plan in this verifier is damaged (checksum differs)');
  try {
    return unpack(JSON.parse(gunzipSync(gzip, { maxOutputLength: MAX_PLAN_BYTES }).toString('utf8')) as PackedBundle);
  } catch {
    throw new CorruptPlanSlot('the plan in this verifier is damaged (cannot be read)');
  }
}

/** Journeys have most of their steps in common: each is written once, so that a start reads a fraction of the text. */
type PackedBundle = Omit<PlanBundle, 'plans'> & { plans: PackedPlan[]; parts: unknown[] };
type PackedPlan = Omit<Plan, 'steps' | 'teardown'> & { steps: number[]; teardown: number[] };

function pack(bundle: PlanBundle): PackedBundle {
  const places = new Map<string, number>();
  const parts: unknown[] = [];
  const placeOf = (part: unknown): number => {
    const text = JSON.stringify(part);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, parts.length);
    return parts.push(part) - 1;
  };
  const plans = bundle.plans.map((plan) => ({
    ...plan,
    steps: plan.steps.map(placeOf),
    teardown: plan.teardown.map(placeOf),
  }));
  return { ...bundle, plans, parts };
}

/** Plans share what they have in common; nothing changes a plan. */
function unpack({ parts, ...bundle }: PackedBundle): PlanBundle {
  const plans = bundle.plans.map((plan) => ({
    ...plan,
    steps: plan.steps.map((place) => parts[place] as Plan['steps'][number]),
    teardown: plan.teardown.map((place) => parts[place] as Plan['teardown'][number]),
  }));
  return { ...bundle, plans };
}

/** The bundle in a slot of fixed size: the text, then zeros to the end. Throws CorruptPlanSlot. */
export function decodePlanSlotBytes(slot: Uint8Array): PlanBundle {
  const bytes = Buffer.from(slot.buffer, slot.byteOffset, slot.byteLength);
  const end = bytes.includes(0) ? bytes.indexOf(0) : bytes.length;
  if (!bytes.subarray(end).equals(Buffer.alloc(bytes.length - end))) {
    throw new CorruptPlanSlot('the plan in this verifier is damaged (something follows it)');
  }
  return decodePlanSlot(bytes.toString('latin1', 0, end));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
