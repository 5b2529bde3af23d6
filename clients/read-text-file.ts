import { readFile } from 'node:fs/promises';
import { InputError } from './input-error.ts';

const causes: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EISDIR: 'is a folder',
};

/** The text of a file that the caller named; `option` is the option it was named with. Throws InputError FILE_UNREADABLE. */
export const readTextFile = async (path: string, option: string): Promise<string> => {
  try {
    return decoded(await readFile(path));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new InputError(
      'FILE_UNREADABLE',
      `The file of ${option} ${causes[code] ?? `cannot be read (${message})`}: ${path}`,
      `Give ${option} the path of a file that you can read.`,
    );
  }
};

/** UTF-8, or UTF-16 as its mark or the zero bytes of its first letters tell: Windows tools write what PowerShell redirects so. */
export const decoded = (bytes: Buffer): string => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return asText(bytes, 'utf-16le');
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined);
  return isBigEndian ? asText(bytes, 'utf-16be') : bytes.toString('utf8');
};

const asText = (bytes: Buffer, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** The file as a JSON object; `shape` says what one looks like. Throws InputError FILE_UNREADABLE or FILE_INVALID. */
export const readJsonObject = async (
  path: string,
  option: string,
  shape = 'Start it with "{".',
): Promise<Record<string, unknown>> => {
  const text = await readTextFile(path, option);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser's message may quote the text, and with it a secret; only the place is passed on.
    const place = / at position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0] ?? '';
    throw new InputError('FILE_INVALID', `The file of ${option} is not valid JSON${place}: ${path}`, 'Mend the JSON.');
  }
  if (!isRecord(parsed))
    throw new InputError('FILE_INVALID', `The file of ${option} is not a JSON object: ${path}`, shape);
  return parsed;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
