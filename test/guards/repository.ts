import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file by its path from the root, with forward slashes. */
export type SourceFile = { path: string; text: string };

/** Every folder that holds code of ours. */
export const codeFolders = [
  'bin',
  'bench',
  'builder',
  'clients',
  'functions',
  'lib',
  'local',
  'planner',
  'scripts',
  'src',
  'test',
  'verifier',
] as const;

/** The TypeScript files below the folders; what is not there is empty. */
export const sourceFiles = (folders: readonly string[] = codeFolders): SourceFile[] =>
  folders.flatMap((folder) =>
    pathsBelow(folder)
      .filter((path) => path.endsWith('.ts'))
      .map(read),
  );

export const read = (path: string): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') });

const pathsBelow = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : pathsBelow(path);
  });

const entriesOf = (folder: string) => {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
