import { createHash } from 'node:crypto';

/** Size of a page that the signature hashes. */
export const pageSizeBytes = 4096;

const SEGMENT = 0x19;
const CODE_SIGNATURE = 0x1d;
const CODE_DIRECTORY_MAGIC = 0xfade0c02;
const SUPER_BLOB_MAGIC = 0xfade0cc0;
const HEADER_BYTES = 88;
const SUPER_BLOB_BYTES = 20;
/** Ad hoc, and made by a linker: needs no identity. */
const FLAGS = 0x20002;

/**
 * A 64-bit Mach-O executable with a new ad-hoc signature in place of its old one, without which a Mac does not start it.
 * `hashOffset` and `codeSizeBytes` as in `PageHashes`. Throws when the file is none, or has no room for a signature.
 */
export const signAdHoc = (
  file: Buffer,
  identifier: string,
): { signed: Buffer; hashOffset: number; codeSizeBytes: number } => {
  const { signature, linkEdit, text } = loadCommands(file);
  const codeSizeBytes = file.readUInt32LE(signature + 8);
  const name = Buffer.from(`${identifier}\0`);
  const hashesAt = HEADER_BYTES + name.length;
  const pages = Math.ceil(codeSizeBytes / pageSizeBytes);
  const directoryBytes = hashesAt + 32 * pages;
  const blobBytes = SUPER_BLOB_BYTES + directoryBytes;
  const signatureBytes = Math.ceil(blobBytes / 16) * 16;

  const signed = Buffer.alloc(codeSizeBytes + signatureBytes);
  file.copy(signed, 0, 0, codeSizeBytes);
  // The load commands say how long the signature is, before page 0 is hashed.
  signed.writeUInt32LE(signatureBytes, signature + 12);
  const linkEditBytes = BigInt(signed.length) - signed.readBigUInt64LE(linkEdit + 40);
  signed.writeBigUInt64LE(linkEditBytes, linkEdit + 48);
  signed.writeBigUInt64LE((linkEditBytes + 0x3fffn) & ~0x3fffn, linkEdit + 32);

  const directory = Buffer.alloc(directoryBytes);
  const numbers = [
    CODE_DIRECTORY_MAGIC,
    directoryBytes,
    0x20400,
    FLAGS,
    hashesAt,
    HEADER_BYTES,
    0,
    pages,
    codeSizeBytes,
  ];
  for (const [index, number] of numbers.entries()) directory.writeUInt32BE(number, 4 * index);
  // 32-byte hashes by SHA-256, no platform, pages of 2^12 bytes.
  directory.set([32, 2, 0, 12], 36);
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 40), 64);
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 48), 72);
  // This is the main executable.
  directory.writeBigUInt64BE(1n, 80);
  name.copy(directory, HEADER_BYTES);
  for (let page = 0; page < pages; page++) {
    const end = Math.min((page + 1) * pageSizeBytes, codeSizeBytes);
    const bytes = signed.subarray(page * pageSizeBytes, end);
    createHash('sha256')
      .update(bytes)
      .digest()
      .copy(directory, hashesAt + 32 * page);
  }
  for (const [index, number] of [SUPER_BLOB_MAGIC, blobBytes, 1, 0, SUPER_BLOB_BYTES].entries())
    signed.writeUInt32BE(number, codeSizeBytes + 4 * index);
  directory.copy(signed, codeSizeBytes + SUPER_BLOB_BYTES);
  return { signed, hashOffset: codeSizeBytes + SUPER_BLOB_BYTES + hashesAt, codeSizeBytes };
};

/** Offsets of the three load commands that a signature changes or names. */
const loadCommands = (file: Buffer): { signature: number; linkEdit: number; text: number } => {
  if (file.readUInt32LE(0) !== 0xfeedfacf) throw new Error('The file is not a 64-bit Mach-O executable.');
  const found: { signature?: number; linkEdit?: number; text?: number } = {};
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const kind = file.readUInt32LE(at);
    const segment = kind === SEGMENT ? file.toString('latin1', at + 8, at + 24).replaceAll('\0', '') : '';
    if (segment === '__LINKEDIT') found.linkEdit = at;
    if (segment === '__TEXT') found.text = at;
    if (kind === CODE_SIGNATURE) found.signature = at;
    at += file.readUInt32LE(at + 4);
  }
  const { signature, linkEdit, text } = found;
  if (signature === undefined || linkEdit === undefined || text === undefined)
    throw new Error('The executable has no place for a signature.');
  return { signature, linkEdit, text };
};
