/** Reads the little-endian numbers and the length-prefixed slices of LevelDB's files, from left to right. */
export class ByteReader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Up to 2^53: seven bits a byte, the lowest first. */
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  byte(): number {
    if (this.isAtEnd) throw new RangeError('The file ends too early.');
    const byte = this.#bytes[this.at]!;
    this.at += 1;
    return byte;
  }

  take(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new RangeError('The file ends too early.');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  slice(): Buffer {
    return this.take(this.varint());
  }
}
