/** Media type of the signed payload (in-toto attestation framework). */
export const payloadType = 'application/vnd.in-toto+json';
/** Media type of the document that holds payload and signature (DSSE 1.0). */
export const envelopeType = 'application/vnd.dsse.envelope.v1+json';
/** The predicate of in-toto for the result of tests; what it has no field for stands in its extension field `dezycro`. */
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1';

/** DSSE envelope of a statement; `payload` and `sig` are base64. */
export type Envelope = { payloadType: typeof payloadType; payload: string; signatures: { sig: string }[] };

/** The bytes that DSSE signs (its pre-authentication encoding): type and payload, each behind its length, so neither passes for the other. */
export const preAuthEncoding = (type: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
