import { expect, it } from 'vitest';
import { emptyPlanSlot, findPlanSlot, slotSizeBytes } from '#builder/plan-slot.ts';
import { CorruptPlanSlot, decodePlanSlot, decodePlanSlotBytes, encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';

const text = encodePlanSlot(bundle([plan('create-read', [create(), read()])]));
const stampedSlot = (): Buffer => {
  const slot = emptyPlanSlot();
  slot.write(text, 'latin1');
  return slot;
};

it('what was stamped is what is read, also where it fills the slot', () => {
  expect(decodePlanSlotBytes(stampedSlot())).toEqual(decodePlanSlot(text));
  expect(decodePlanSlotBytes(Buffer.from(text))).toEqual(decodePlanSlot(text));
});

it('an empty slot is refused', () => {
  expect(() => decodePlanSlotBytes(emptyPlanSlot())).toThrow('carries no plan');
  expect(() => decodePlanSlotBytes(new Uint8Array())).toThrow(CorruptPlanSlot);
});

it('each of 1,000 random bit flips is refused, in the plan and in the zeros behind it', () => {
  const random = seededRandom(7);
  const slot = stampedSlot();
  for (let round = 0; round < 1000; round++) {
    const within = round % 2 === 0 ? text.length : slot.length;
    const [at, bit] = [Math.floor(random() * within), 1 << Math.floor(random() * 8)];
    slot[at]! ^= bit;
    expect(() => decodePlanSlotBytes(slot), `byte ${at}, bit ${bit}`).toThrow(CorruptPlanSlot);
    slot[at]! ^= bit;
  }
  expect(decodePlanSlotBytes(slot)).toEqual(decodePlanSlot(text));
});

it('every bit of the last eight letters counts, padding included', () => {
  const slot = stampedSlot();
  for (let bit = 0; bit < 64; bit++) {
    const at = text.length - 8 + (bit >> 3);
    slot[at]! ^= 1 << (bit & 7);
    expect(() => decodePlanSlotBytes(slot), `bit ${bit}`).toThrow(CorruptPlanSlot);
    slot[at]! ^= 1 << (bit & 7);
  }
});

it('the empty slot is found where it begins; none, two, half of one or a used one is refused', () => {
  const [slot, code] = [emptyPlanSlot(), Buffer.alloc(777, 9)];
  expect(slot).toHaveLength(slotSizeBytes);
  expect(findPlanSlot(Buffer.concat([code, slot, code]))).toBe(777);
  expect(() => findPlanSlot(code)).toThrow('no plan slot');
  expect(() => findPlanSlot(Buffer.concat([slot, slot]))).toThrow('more than one');
  expect(() => findPlanSlot(Buffer.concat([slot.subarray(0, 500), code]))).toThrow('not in one piece');
  expect(() => findPlanSlot(Buffer.concat([code, stampedSlot(), code]))).toThrow('no plan slot');
});
