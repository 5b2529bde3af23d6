import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const digestBytes = 32;

/** The documents of a local blob store, or of one tenant of it, as `<tenantId>/<key>`. */
export const documentsIn = (folder: string, tenantId = ''): string[] =>
  existsSync(join(folder, tenantId))
    ? readdirSync(join(folder, tenantId), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    : [];

/** The content of one of them; undefined where there is none. In front of it stands its SHA-256. */
export const documentReader =
  (folder: string) =>
  (path: string): Uint8Array | undefined =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path)).subarray(digestBytes) : undefined;
