import type { TenantScope } from '#domain/access/scope.ts';
import type { BlobKey, BlobReader, BlobWriter } from '#domain/ports/blob-store.ts';
import { canonicalJson } from '#planner/intake/json/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';

const utf8 = new TextDecoder();

/** What we made ourselves and what holds nothing but JSON. */
export const asJson = (document: object): Json => document as Json;

/** Stores a document as canonical JSON. */
export const writeJson = async (blobs: BlobWriter, scope: TenantScope, key: BlobKey, document: Json): Promise<void> =>
  blobs.write(scope, key, Buffer.from(canonicalJson(document)), 'application/json');

/** Reads a document that we stored; its absence is a defect, never the caller's fault. */
export const readJson = async <T>(blobs: BlobReader, scope: TenantScope, key: BlobKey): Promise<T> =>
  JSON.parse(await readJsonText(blobs, scope, key)) as T;

/** The same as text, for whoever hands it on unread. */
export const readJsonText = async (blobs: BlobReader, scope: TenantScope, key: BlobKey): Promise<string> => {
  const content = await blobs.read(scope, key);
  if (content === undefined) throw new Error(`The stored document ${key} is missing.`);
  return utf8.decode(content);
};
