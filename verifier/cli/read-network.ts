import type { NetworkOptions } from '../transport/send.ts';
import type { CliIo } from './cli-io.ts';
import { UsageError } from './usage-error.ts';

/** The values of `--cacert --cert --key --proxy`. */
export type NetworkFlags = { caFile?: string; certFile?: string; keyFile?: string; proxy?: string };

/** Reads the files of the network flags. Throws UsageError if a file cannot be read or holds no PEM. */
export function readNetwork(
  { caFile, certFile, keyFile, proxy }: NetworkFlags,
  io: Pick<CliIo, 'readFile'>,
): NetworkOptions {
  return {
    ...(caFile === undefined ? {} : { ca: readPem('--cacert', caFile, io) }),
    ...(certFile === undefined ? {} : { cert: readPem('--cert', certFile, io) }),
    ...(keyFile === undefined ? {} : { key: readPem('--key', keyFile, io) }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

function readPem(flag: string, path: string, io: Pick<CliIo, 'readFile'>): string {
  const text = readInput(flag, path, io);
  if (/^-----BEGIN [A-Z0-9 ]+-----/m.test(text)) return text;
  throw new UsageError('INVALID_FILE', `${flag}: ${path} holds no PEM`, 'give a file that begins with -----BEGIN');
}

/** The content of a file named by a flag. Throws UsageError. */
export function readInput(flag: string, path: string, io: Pick<CliIo, 'readFile'>): string {
  try {
    return io.readFile(path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError('UNREADABLE_FILE', `${flag}: ${message}`, 'name a file that exists and may be read');
  }
}
