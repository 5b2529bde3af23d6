import { ByteReader } from './byte-reader.ts';
import { maskedCrc32c } from './crc32c.ts';
import { uncompressSnappy } from './uncompress-snappy.ts';

/** A key that was set to a value, or deleted: then without value. */
export interface Entry {
  readonly key: string;
  readonly value?: Buffer;
  /** Of two entries of one key the one with the higher number is the newer. */
  readonly sequence: number;
}

const footerBytes = 48;
const magic = 0xdb4775248b80fb57n;
const trailerBytes = 5;

/** The last entry of each key in a sorted table (`*.ldb`). Throws RangeError where the file is damaged. */
export function* sortedTableEntries(file: Buffer): Generator<Entry> {
  if (file.length < footerBytes || file.readBigUInt64LE(file.length - 8) !== magic) {
    throw new RangeError('The footer is damaged.');
  }
  const footer = new ByteReader(file.subarray(file.length - footerBytes));
  handle(footer);
  let last: string | undefined;
  for (const [, value] of blockEntries(blockAt(file, handle(footer)))) {
    for (const [internalKey, held] of blockEntries(blockAt(file, handle(new ByteReader(value))))) {
      // Behind the key: its sequence number, and 0 for a deletion. The newest of a key comes first.
      const key = internalKey.toString('utf8', 0, internalKey.length - 8);
      if (key === last) continue;
      last = key;
      const sequence = Number(internalKey.readBigUInt64LE(internalKey.length - 8) >> 8n);
      yield internalKey[internalKey.length - 8] === 0 ? { key, sequence } : { key, sequence, value: held };
    }
  }
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}

function handle(reader: ByteReader): Handle {
  return { offset: reader.varint(), size: reader.varint() };
}

function blockAt(file: Buffer, { offset, size }: Handle): Buffer {
  const stored = file.subarray(offset, offset + size + trailerBytes);
  if (stored.length < size + trailerBytes) throw new RangeError('A block reaches over the end.');
  if (maskedCrc32c(stored.subarray(0, size + 1)) !== stored.readUInt32LE(size + 1)) {
    throw new RangeError(`The block at ${offset} is damaged.`);
  }
  const content = stored.subarray(0, size);
  return stored[size] === 1 ? uncompressSnappy(content) : content;
}

/** Keys share what they have in common with the one before. */
function* blockEntries(block: Buffer): Generator<[key: Buffer, value: Buffer]> {
  const restarts = block.readUInt32LE(block.length - 4);
  const reader = new ByteReader(block.subarray(0, block.length - 4 * (restarts + 1)));
  let key: Buffer = Buffer.alloc(0);
  while (!reader.isAtEnd) {
    const [shared, unshared, length] = [reader.varint(), reader.varint(), reader.varint()];
    key = Buffer.concat([key.subarray(0, shared), reader.take(unshared)]);
    yield [key, reader.take(length)];
  }
}
