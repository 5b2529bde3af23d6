/** A Mach-O executable of the given content, with an old signature that fits nothing any more. */
export const smallMachO = (content: Uint8Array): Buffer => {
  const file = Buffer.concat([Buffer.alloc(4096), content, Buffer.alloc(64, 7)]);
  const end = 4096 + content.length;
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(3, 16);
  file.writeUInt32LE(72 + 72 + 16, 20);
  segment(file, 32, '__TEXT', 0, 4096);
  segment(file, 104, '__LINKEDIT', 4096, file.length - 4096);
  file.writeUInt32LE(0x1d, 176);
  file.writeUInt32LE(16, 180);
  file.writeUInt32LE(end, 184);
  file.writeUInt32LE(64, 188);
  return file;
};

const segment = (file: Buffer, at: number, name: string, offset: number, sizeBytes: number): void => {
  file.writeUInt32LE(0x19, at);
  file.writeUInt32LE(72, at + 4);
  file.write(name, at + 8, 'latin1');
  // In memory a segment takes whole pages of 16 KiB.
  file.writeBigUInt64LE(BigInt(Math.ceil(sizeBytes / 0x4000) * 0x4000), at + 32);
  file.writeBigUInt64LE(BigInt(offset), at + 40);
  file.writeBigUInt64LE(BigInt(sizeBytes), at + 48);
};
