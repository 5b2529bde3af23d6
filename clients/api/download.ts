import { InputError } from '../input-error.ts';
import { ServiceUnreachable } from './api-errors.ts';
import { fetchPatiently } from './fetch-patiently.ts';

const largestBytes = 512 * 1024 * 1024;

/** A document behind a signed URL, which is called without a token. Throws ServiceUnreachable, and InputError DOWNLOAD_REFUSED. */
export const download = async (url: string, show: (detail: string) => void): Promise<Uint8Array> => {
  const answer = await fetchPatiently(new URL(url), { method: 'GET' });
  if (!answer.ok || answer.body === null)
    throw new InputError(
      'DOWNLOAD_REFUSED',
      `The download was answered ${answer.status}.`,
      'Its URL is short-lived; pull again.',
    );
  const total = Number(answer.headers.get('content-length') ?? 0);
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const part of answer.body) {
      sizeBytes += part.length;
      if (sizeBytes > largestBytes)
        throw new InputError('DOWNLOAD_REFUSED', 'The download does not end.', 'Pull again.');
      parts.push(part);
      show(`${megabytes(sizeBytes)}${total > 0 ? ` of ${megabytes(total)}` : ''} MB`);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new ServiceUnreachable(url, error as Error);
  }
  return Buffer.concat(parts);
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
