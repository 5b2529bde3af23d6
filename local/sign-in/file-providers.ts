import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IdentityProviderRemover, IdentityProviders, ProviderSettings } from '#domain/ports/identity-providers.ts';
import type { SecretCipher, SecretDecipher } from '#domain/ports/secret-cipher.ts';
import { writeDurably } from '../private-files.ts';

/** What the settings of a provider are bound to. */
export type ProviderContext = { provider: string };

type Cipher = SecretCipher<ProviderContext> & SecretDecipher<ProviderContext>;

/** The identity providers of tenants on this machine: an encrypted file for each, as a user pool keeps them. */
export class FileProviders implements IdentityProviders, IdentityProviderRemover {
  readonly #folder: string;
  readonly #cipher: Cipher;

  constructor(folder: string, cipher: Cipher) {
    this.#folder = folder;
    this.#cipher = cipher;
  }

  async put(name: string, settings: ProviderSettings): Promise<undefined> {
    const content = await this.#cipher.encrypt({ provider: name }, Buffer.from(JSON.stringify(settings)));
    await writeDurably(this.#pathOf(name), [content]);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  /** Undefined where there is none of this name. */
  async find(name: string): Promise<ProviderSettings | undefined> {
    try {
      const plain = await this.#cipher.decrypt({ provider: name }, await readFile(this.#pathOf(name)));
      return JSON.parse(plain.toString()) as ProviderSettings;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Whatever somebody asks for leads to a file of this folder. */
  #pathOf(name: string): string {
    return join(this.#folder, createHash('sha256').update(name).digest('hex'));
  }
}
