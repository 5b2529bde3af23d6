import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Plan, PlanBundle } from './plan.ts';

/** The placeholder in the runner's file where a build writes its plans. It occurs there exactly once. */
export const PLAN_SLOT_PLACEHOLDER = ['__DEZYCRO', 'PLAN_SLOT__'].join('_');

/** Thrown if the plan slot is empty or damaged. The program exits with 5. */
export class CorruptPlanSlot extends Error {
  override readonly name = 'CorruptPlanSlot';
}

const MAX_PLAN_BYTES = 256 * 1024 * 1024;

/**
 * The text of the plan slot: sha256 of the gzip, a colon, the gzip in base64. The same bundle gives the same bytes on
 * each host with the same zlib.
 */
export function encodePlanSlot(bundle: PlanBundle): string {
  // Level 3 is twice as fast as the highest level, and the plans are hardly larger.
  const gzip = gzipSync(JSON.stringify(pack(bundle)), { level: 3 });
  // Byte 9 of the gzip names the operating system; 255 makes it equal everywhere.
  gzip[9] = 255;
  return `${sha256(gzip)}:${gzip.toString('base64')}`;
}

/** The bundle in a stamped slot. Throws CorruptPlanSlot. */
export function decodePlanSlot(slot: string): PlanBundle {
  const [, expected, base64] = /^([0-9a-f]{64}):([A-Za-z0-9+/]+={0,2})$/.exec(slot) ?? [];
  if (expected === undefined || base64 === undefined) throw new CorruptPlanSlot('this verifier carries no plan');
  const gzip = Buffer.from(base64, 'base64');
  // Some bits of the last base64 letter are ignored by decoding. A change of them counts as damage too.
  if (sha256(gzip) !== expected || gzip.toString('base64') !== base64)
    throw new CorruptPlanSlot('the plan in this verifier is damaged (checksum differs)');
  try {
    return unpack(JSON.parse(gunzipSync(gzip, { maxOutputLength: MAX_PLAN_BYTES }).toString('utf8')) as PackedBundle);
  } catch {
    throw new CorruptPlanSlot('the plan in this verifier is damaged (cannot be read)');
  }
}

/** A bundle whose equal steps are stored once, in `parts`. Its plans hold indexes of `parts`. */
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

/** The bundle with its steps in place. Equal steps are one object, because nobody changes a plan. */
function unpack({ parts, ...bundle }: PackedBundle): PlanBundle {
  const plans = bundle.plans.map((plan) => ({
    ...plan,
    steps: plan.steps.map((place) => parts[place] as Plan['steps'][number]),
    teardown: plan.teardown.map((place) => parts[place] as Plan['teardown'][number]),
  }));
  return { ...bundle, plans };
}

/** The bundle in a slot of fixed size, which holds the slot's text and then zero bytes. Throws CorruptPlanSlot. */
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
