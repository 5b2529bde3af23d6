import { webcrypto } from 'node:crypto';

/** What a Mac's kernel would find in the signature of a Mach-O executable; written from the format, not from our signer. */
export type CodeDirectory = {
  isAdHoc: boolean;
  identifier: string;
  pages: number;
  /** Pages whose hash is not that of their bytes. */
  badPages: number[];
  /** What else would make a Mac refuse it. */
  faults: string[];
};

/** Reads and checks the signature. Throws where there is none. */
export const checkCodeDirectory = async (file: Uint8Array): Promise<CodeDirectory> => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const commands = Object.fromEntries(loadCommands(view).map((command) => [command.key, command.at]));
  const signatureCommand = commands['29'];
  const linkEdit = commands['25:__LINKEDIT'];
  const text = commands['25:__TEXT'];
  if (signatureCommand === undefined || linkEdit === undefined || text === undefined) throw new Error('not signed');
  const [start, length] = [view.getUint32(signatureCommand + 8, true), view.getUint32(signatureCommand + 12, true)];
  const directory = start + blobOffset(view, start);
  const field = (index: number): number => view.getUint32(directory + 4 * index);
  const [pages, limit] = [field(7), field(8)];
  const pageSize = 2 ** view.getUint8(directory + 39);
  const hashes = directory + field(4);
  const expected: [string, boolean][] = [
    ['the code directory has its magic number', field(0) === 0xfade0c02],
    ['its version is known', field(2) === 0x20400],
    ['it hashes with SHA-256', view.getUint8(directory + 36) === 32 && view.getUint8(directory + 37) === 2],
    ['every page has a hash', pages === Math.ceil(limit / pageSize)],
    ['all before the signature is hashed', limit === start],
    ['the hashes lie within the signature', hashes + 32 * pages <= start + length],
    ['the signature ends with the file', start + length === file.length],
    ['the signature lies in the last segment', segmentEnd(view, linkEdit) === file.length],
    ['the last segment has room in memory', vmSize(view, linkEdit) >= fileSize(view, linkEdit)],
    ['it is the main executable', view.getBigUint64(directory + 80) === 1n],
    ['the executable segment is named', view.getBigUint64(directory + 72) === BigInt(fileSize(view, text))],
  ];
  const badPages: number[] = [];
  for (let page = 0; page < pages; page++) {
    const bytes = file.slice(page * pageSize, Math.min((page + 1) * pageSize, limit));
    const found = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
    if (!found.equals(file.subarray(hashes + 32 * page, hashes + 32 * page + 32))) badPages.push(page);
  }
  const name = directory + field(5);
  return {
    isAdHoc: (field(3) & 2) !== 0,
    identifier: Buffer.from(file.subarray(name, file.indexOf(0, name))).toString(),
    pages,
    badPages,
    faults: expected.flatMap(([rule, holds]) => (holds ? [] : [rule])),
  };
};

const loadCommands = (view: DataView): { key: string; at: number }[] => {
  const found: { key: string; at: number }[] = [];
  const end = 32 + view.getUint32(20, true);
  for (let at = 32; at < end; at += view.getUint32(at + 4, true)) {
    const kind = view.getUint32(at, true);
    const letters = Array.from({ length: kind === 25 ? 16 : 0 }, (_, index) => view.getUint8(at + 8 + index));
    const name = String.fromCodePoint(...letters.filter((letter) => letter !== 0));
    found.push({ key: name === '' ? String(kind) : `${kind}:${name}`, at });
  }
  return found;
};

/** Where the code directory (type 0) stands in the signature. */
const blobOffset = (view: DataView, start: number): number => {
  if (view.getUint32(start) !== 0xfade0cc0) throw new Error('not signed');
  for (let index = 0; index < view.getUint32(start + 8); index++)
    if (view.getUint32(start + 12 + 8 * index) === 0) return view.getUint32(start + 16 + 8 * index);
  throw new Error('no code directory');
};

const vmSize = (view: DataView, segment: number): number => Number(view.getBigUint64(segment + 32, true));
const fileSize = (view: DataView, segment: number): number => Number(view.getBigUint64(segment + 48, true));
const segmentEnd = (view: DataView, segment: number): number =>
  Number(view.getBigUint64(segment + 40, true)) + fileSize(view, segment);
