import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The documents of a local blob store as `<tenantId>/<key>`. */
export const documentsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    : [];
