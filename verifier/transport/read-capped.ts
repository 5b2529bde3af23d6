import { TransportError } from './send.ts';

/** Answers above this size are not read to their end. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** The whole body; none is empty. Throws TransportError TOO_LARGE as soon as it is larger than we read. */
export async function readCapped(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES)
      throw new TransportError('TOO_LARGE', `the answer is larger than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
