import { text as textOf } from 'node:stream/consumers';
import { InputError } from '../input-error.ts';
import { decoded, readTextFile } from '../read-text-file.ts';

const patienceMs = 30_000;
const mostBytes = 64 * 1024 * 1024;

export const isUrl = (place: string): boolean => /^https?:\/\//i.test(place);

/** The text of a spec: of a file, of standard input (`-`), or of what a URL answers. Throws InputError. */
export const readSpecSource = (place: string): Promise<string> => {
  if (place === '-') return textOf(process.stdin);
  return isUrl(place) ? fetchSpec(place) : readTextFile(place, '--spec');
};

const fetchSpec = async (url: string): Promise<string> => {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw unfetched(url, `GET answers ${answer.status}`);
    return decoded(await wholeBody(url, answer));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { message, cause } = error as Error;
    throw unfetched(url, cause instanceof Error ? cause.message : message);
  }
};

const wholeBody = async (url: string, { body }: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw unfetched(url, `it is larger than ${mostBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const unfetched = (url: string, why: string): InputError =>
  new InputError(
    'SPEC_NOT_FETCHED',
    `The spec cannot be fetched from ${url}: ${why}.`,
    'Check the URL, or save the spec to a file.',
  );
