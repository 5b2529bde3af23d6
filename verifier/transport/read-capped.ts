import { TransportError } from './send.ts';

/** The largest response body that is read. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Reads a whole body; null gives an empty one. Throws TransportError TOO_LARGE above the limit. */
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
