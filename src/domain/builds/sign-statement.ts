import { type Envelope, payloadType, preAuthEncoding } from '#contract/dsse.ts';
import type { VerifierSigner } from '#domain/ports/verifier-stamper.ts';

/** An in-toto statement in a DSSE envelope, signed with the service's key. */
export const signStatement = async (signer: VerifierSigner, statement: object): Promise<Envelope> => {
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = await signer.sign(preAuthEncoding(payloadType, payload));
  return { payloadType, payload: payload.toString('base64'), signatures: [{ sig }] };
};
