import { createHash } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { SigningKeyReader, VerifierSigner } from '#domain/ports/verifier-stamper.ts';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export const createKmsClient = (): KMSClient => {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new KMSClient({ region, maxAttempts: 3 });
};

/** Signs with the ECC P-256 key that never leaves the key service. */
export class KmsSigner implements VerifierSigner, SigningKeyReader {
  readonly #client: KMSClient;
  readonly #keyId: string;

  constructor(client: KMSClient, keyId: string) {
    this.#client = client;
    this.#keyId = keyId;
  }

  async sign(content: Uint8Array): Promise<string> {
    const { Signature } = await this.#client.send(
      new SignCommand({
        KeyId: this.#keyId,
        Message: createHash('sha256').update(content).digest(),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
    );
    return Buffer.from(Signature!).toString('base64');
  }

  async publicKey(): Promise<Uint8Array> {
    const { PublicKey } = await this.#client.send(new GetPublicKeyCommand({ KeyId: this.#keyId }));
    return PublicKey!;
  }
}
