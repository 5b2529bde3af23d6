import { ByteReader } from './byte-reader.ts';

/** The content of one Snappy block: literals, and copies of what came before. Throws RangeError for a damaged one. */
export function uncompressSnappy(compressed: Buffer): Buffer {
  const reader = new ByteReader(compressed);
  const content = Buffer.alloc(reader.varint());
  let end = 0;
  while (!reader.isAtEnd) {
    const tag = reader.byte();
    const kind = tag & 3;
    if (kind === 0) {
      const literal = reader.take(literalLength(tag >>> 2, reader));
      if (end + literal.length > content.length) throw new RangeError('A literal reaches over the end.');
      literal.copy(content, end);
      end += literal.length;
      continue;
    }
    const length = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const distance =
      kind === 1
        ? ((tag >>> 5) << 8) | reader.byte()
        : reader.take(kind === 2 ? 2 : 4).readUIntLE(0, kind === 2 ? 2 : 4);
    if (distance === 0 || distance > end || end + length > content.length)
      throw new RangeError('A copy reaches outside.');
    // Byte by byte: a copy may overlap what it writes.
    for (const stop = end + length; end < stop; end += 1) content[end] = content[end - distance]!;
  }
  if (end !== content.length) throw new RangeError('The block is shorter than it says.');
  return content;
}

/** 60 to 63: the length stands in the next one to four bytes. */
function literalLength(code: number, reader: ByteReader): number {
  return code < 60 ? code + 1 : reader.take(code - 59).readUIntLE(0, code - 59) + 1;
}
