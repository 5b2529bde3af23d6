import { ByteReader } from './byte-reader.ts';
import { maskedCrc32c } from './crc32c.ts';
import type { Entry } from './sorted-table.ts';

const blockBytes = 32 * 1024;
const headerBytes = 7;
const whole = 1;
const first = 2;
const last = 4;

/**
 * The records of a log or manifest. Behind a damaged or torn record it goes on with the next block, as LevelDB does;
 * `onDrop` hears how many bytes were left out. Zeros at the end are none.
 */
export function* logRecords(file: Buffer, onDrop: (bytes: number) => void): Generator<Buffer> {
  let parts: Buffer[] = [];
  for (let start = 0; start < file.length; start += blockBytes) {
    const block = file.subarray(start, start + blockBytes);
    for (let at = 0; at + headerBytes <= block.length;) {
      const [crc, length, type] = [block.readUInt32LE(at), block.readUInt16LE(at + 4), block[at + 6]!];
      if (type === 0 && length === 0 && crc === 0) break;
      const content = block.subarray(at + headerBytes, at + headerBytes + length);
      if (content.length < length || maskedCrc32c(block.subarray(at + 6, at + 7), content) !== crc) {
        onDrop(block.length - at);
        parts = [];
        break;
      }
      at += headerBytes + length;
      // A record that does not begin here, and whose beginning was left out, is none.
      if (type !== whole && type !== first && parts.length === 0) continue;
      parts = type === whole || type === first ? [content] : [...parts, content];
      if (type !== whole && type !== last) continue;
      yield Buffer.concat(parts);
      parts = [];
    }
  }
}

/** The writes of one record of a log, in their order. */
export function* batchEntries(record: Buffer): Generator<Entry> {
  const reader = new ByteReader(record);
  // The sequence number of the first write, and their count.
  let sequence = Number(reader.take(12).readBigUInt64LE());
  for (; !reader.isAtEnd; sequence += 1) {
    const isPut = reader.byte() === 1;
    const key = reader.slice().toString();
    yield isPut ? { key, sequence, value: reader.slice() } : { key, sequence };
  }
}
