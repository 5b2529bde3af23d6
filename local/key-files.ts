import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder, privateFileMode, syncFolder } from './private-files.ts';

export type Keys = {
  /** Signs download URLs. */
  urlSecret: Buffer;
  /** AES-256; encrypts what personas keep. */
  secretKey: Buffer;
  /** AES-256; encrypts the secrets of webhooks. */
  webhookKey: Buffer;
  /** AES-256; encrypts own LLM keys. */
  llmKey: Buffer;
  /** AES-256; encrypts what is known of tenants' identity providers. */
  providerKey: Buffer;
  /** ECDSA P-256; signs verifiers. */
  signingKey: KeyObject;
  /** ECDSA P-256; signs access tokens of who signs in on this machine. */
  signInKey: KeyObject;
};

/** The keys of this data folder, made at the first start. */
export const openKeys = (folder: string): Keys => {
  makePrivateFolder(folder);
  return {
    urlSecret: kept(join(folder, 'url-secret'), () => randomBytes(32)),
    secretKey: kept(join(folder, 'secret-key'), () => randomBytes(32)),
    webhookKey: kept(join(folder, 'webhook-key'), () => randomBytes(32)),
    providerKey: kept(join(folder, 'identity-provider-key'), () => randomBytes(32)),
    llmKey: kept(join(folder, 'llm-key'), () => randomBytes(32)),
    signingKey: createPrivateKey(kept(join(folder, 'signing-key.pem'), newSigningKey)),
    signInKey: createPrivateKey(kept(join(folder, 'sign-in-key.pem'), newSigningKey)),
  };
};

const newSigningKey = (): Buffer => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
};

const kept = (path: string, make: () => Buffer): Buffer => {
  if (!existsSync(path)) writePrivate(path, make());
  return readFileSync(path);
};

/** Whole or not at all, readable by its owner only, durable when it returns. */
export const writePrivate = (path: string, content: string | Uint8Array): void => {
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, content, { mode: privateFileMode, flush: true });
  renameSync(unfinished, path);
  syncFolder(dirname(path));
};
