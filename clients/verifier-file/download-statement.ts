import type { VerifierStatement } from '#contract/verifier-statement.ts';
import { download } from '../api/download.ts';
import { IntegrityFailed } from '../login/signing-key.ts';
import { openEnvelope } from './check-verifier.ts';

/** The statement of a download's `provenanceUrl`, checked with the key (PEM), and the envelope it came in. Throws IntegrityFailed, and what `download` throws. */
export const downloadStatement = async (
  provenanceUrl: string,
  publicKey: string,
): Promise<{ statement: VerifierStatement; envelope: unknown }> => {
  const text = Buffer.from(await download(provenanceUrl, () => undefined)).toString();
  let envelope: unknown;
  try {
    envelope = JSON.parse(text);
  } catch {
    throw new IntegrityFailed('What vouches for the verifier is not JSON.');
  }
  return { statement: openEnvelope(envelope, publicKey), envelope };
};
