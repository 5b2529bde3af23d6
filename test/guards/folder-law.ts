import { posix } from 'node:path';
import { importsOf } from './import-law.ts';
import type { SourceFile } from './repository.ts';

/**
 * The folders inside the planner and the engine, lowest first: a file imports, types included, from its own folder and from folders before it.
 * `.` = the files that stand in the ring itself.
 */
export const FOLDER_ORDER: Record<string, readonly string[]> = {
  planner: [
    'vocabulary',
    'intake',
    'resources',
    'compare',
    'outcome',
    'values',
    'personas',
    'journeys',
    'rules',
    'arazzo',
    'explore',
    'proof',
    'trace',
    '.',
    'confined',
  ],
  'planner/intake': ['json', 'model', 'document', 'dialects', 'schema', 'operations', '.'],
  'planner/resources': ['model', 'auth', 'responses', 'relations', 'creation', 'lists', 'actions', 'graph'],
  'planner/values': ['model', 'files', 'numbers-and-ranges', 'text', 'choose', 'assertable'],
  'planner/journeys': ['model', 'requests/references', 'requests', 'builder', 'shapes', '.'],
  'verifier/engine': [
    'request',
    'redaction',
    'context',
    'exchange',
    'lists',
    'responses',
    'probes',
    'resend',
    'checks',
    'step',
    'run',
  ],
};

/** So many source files one can look over. */
export const MOST_IN_FOLDER = 25;

const ALIAS = /^#(planner|verifier)\//;

/** The first of the folders that the path, relative to their parent, stands in. */
function folderOf(path: string, order: readonly string[]): string {
  return order.find((folder) => folder !== '.' && path.startsWith(`${folder}/`)) ?? '.';
}

/** One line for each import that leads from a lower folder up to a higher one, and for each folder that the order does not name. */
export function folderLawViolations(files: readonly SourceFile[]): string[] {
  return Object.entries(FOLDER_ORDER).flatMap(([parent, order]) =>
    files
      .filter(({ path }) => path.startsWith(`${parent}/`))
      .flatMap((file) => {
        const own = folderOf(file.path.slice(parent.length + 1), order);
        if (!order.includes(own)) return [`${file.path} stands in no folder that FOLDER_ORDER of ${parent} names`];
        return importsOf(file).flatMap((to) => {
          const target = targetOf(file.path, to);
          if (!target.startsWith(`${parent}/`)) return [];
          const other = folderOf(target.slice(parent.length + 1), order);
          return order.indexOf(other) > order.indexOf(own)
            ? [
                `${file.path} imports ${target}: ${parent}/${own} lies below ${other}; move what both need to the lower one`,
              ]
            : [];
        });
      }),
  );
}

/** One line for each folder of the planner and the engine that holds too many source files to look over. */
export function folderSizeViolations(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) =>
    count > MOST_IN_FOLDER && /^(planner|verifier)\b/.test(folder)
      ? [`${folder} holds ${count} source files, at most ${MOST_IN_FOLDER}: make folders by subject`]
      : [],
  );
}

function targetOf(from: string, to: string): string {
  return ALIAS.test(to) ? to.slice(1) : posix.join(posix.dirname(from), to);
}
