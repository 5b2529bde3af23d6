/** State of SHA-256 behind the first bytes of a file, base64; node:crypto has no state that can be kept. */
export const hashUpTo = async (sizeBytes: number, file: Uint8Array): Promise<string> => {
  const { createSHA256 } = await import('hash-wasm');
  const hash = (await createSHA256()).init().update(file.subarray(0, sizeBytes));
  return Buffer.from(hash.save()).toString('base64');
};

/** Hex SHA-256 of the bytes behind the state and all that follows them. Throws for what is no such state. */
export const hashFrom = async (state: string, rest: Uint8Array): Promise<string> => {
  const { createSHA256 } = await import('hash-wasm');
  return (await createSHA256()).load(Buffer.from(state, 'base64')).update(rest).digest('hex');
};
