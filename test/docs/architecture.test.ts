import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** Paths in backticks that name a place in the tree; placeholders like `<verb-noun>` and aliases are not places. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map((match) => match[1]!).filter((path) => !path.startsWith('#'));

/** Rows of the code map: folder → the subfolders that its row names. */
const codeMap = (text: string): Map<string, string[]> => {
  const table = text.split('## Code map')[1] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)\/` \| (.*) \|$/gm)];
  return new Map(rows.map((row) => [row[1]!, [...row[2]!.matchAll(/`([\w-]+)\/`/g)].map((match) => match[1]!)]));
};

const missingPlaces = (text: string): string[] => {
  const inMap = [...codeMap(text)].flatMap(([folder, inner]) => [folder, ...inner.map((name) => join(folder, name))]);
  const elsewhere = namedPaths(text.split('## Code map')[0]!);
  return [...inMap, ...elsewhere].filter((path) => !existsSync(join(root, path)));
};

const unmappedFolders = (text: string): string[] => {
  const hidden = new Set(['node_modules', 'dist', 'cdk.out', 'coverage']);
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !hidden.has(entry.name),
  );
  return folders.map((entry) => entry.name).filter((name) => !codeMap(text).has(name));
};

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that exist', () => {
    expect(namedPaths(document).length).toBeGreaterThan(20);
    expect(missingPlaces(document)).toEqual([]);
  });

  it('maps every folder at the top of the tree', () => {
    expect(unmappedFolders(document)).toEqual([]);
  });

  it('names one file for each stop of the road', () => {
    const road = document.split('## The road')[1]!.split('## Rings')[0]!;
    const stops = [...road.matchAll(/^\| ([^|`]+) \| `([^`]+\.(?:ts|json))` \|$/gm)];
    expect(stops.length).toBeGreaterThanOrEqual(12);
    expect(new Set(stops.map((stop) => stop[2])).size).toBe(stops.length);
  });

  it('would notice a place that is gone and a folder that is not mapped', () => {
    const planted = document
      .replace('`planner/plan-feature.ts`', '`planner/plan-nothing.ts`')
      .replace('| `bench/` |', '| `bank/` |');
    expect(missingPlaces(planted)).toContain('planner/plan-nothing.ts');
    expect(unmappedFolders(planted)).toEqual(['bench']);
  });

  it('stays within 250 lines, and the README within 120', () => {
    expect(document.split('\n').length).toBeLessThanOrEqual(250);
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(120);
  });
});
