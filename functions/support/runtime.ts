import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Runtime } from '#domain/ports/runtime.ts';

/** RFC 9562 §5.7: 48 bits of milliseconds, then random; a counter in `rand_a` keeps the order within one millisecond and process. */
export const uuidV7Source = (now: () => number, random: (count: number) => Uint8Array): (() => string) => {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const ms = Math.max(now(), lastMs);
    const bytes = Buffer.from(random(16));
    counter = ms > lastMs ? bytes.readUInt16BE(6) & 0x7ff : counter + 1;
    // 4,096 ids in one millisecond: borrow the next one rather than repeat the order.
    lastMs = counter > 0xfff ? ms + 1 : ms;
    if (counter > 0xfff) counter = 0;
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes[8] = 0x80 | (bytes[8]! & 0x3f);
    return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  };
};

/** The real clock, CSPRNG and UUIDv7. */
export const systemRuntime: Runtime = {
  now: () => new Date(),
  newId: uuidV7Source(Date.now, randomBytes),
  randomBytes: (count) => randomBytes(count),
  wait: (durationMs, signal) => setTimeout(durationMs, undefined, { signal }),
};
