import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file of a release: its path within the release, and its SHA-256 in hex. */
export type ReleasedFile = { file: string; sha256: string };

/** What a release was made from beside the sources, for example a Bun package: its package URL, and its SHA-512 in hex. */
export type Ingredient = { uri: string; sha512: string };

/**
 * Says where the files of a release come from: an in-toto statement with the predicate SLSA provenance v1, as JSON. It names the commit,
 * whether the checkout had changes that are in no commit, and the hash of package-lock.json. `BUILDER_ID` names the machine that built,
 * as a URI. The statement is not signed here: whoever publishes the release signs it.
 */
export const provenanceOf = (
  script: string,
  files: readonly ReleasedFile[],
  ingredients: readonly Ingredient[] = [],
  builderId = process.env['BUILDER_ID'] ?? 'urn:dezycro:builder:unknown',
): string => {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:dezycro:build:npm-script:v1',
        externalParameters: { script },
        internalParameters: { uncommittedChanges: git('status', '--porcelain') !== '' },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: git('rev-parse', 'HEAD') } },
          { name: 'package-lock.json', digest: { sha256: sha256Of(join(root, 'package-lock.json')) } },
          ...ingredients.map(({ uri, sha512 }) => ({ uri, digest: { sha512 } })),
        ],
      },
      runDetails: { builder: { id: builderId } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
};

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
