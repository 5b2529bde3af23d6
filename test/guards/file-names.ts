import { posix } from 'node:path';
import { kebab, type SourceFile } from './repository.ts';

/** Files of several equal functions about one subject, without a main one: they are named after the subject. */
const SUBJECTS: Record<string, string> = {
  'planner/intake/document/other-formats.ts': 'one check for texts, one for documents',
  'planner/journeys/model/step-parts.ts': 'parts of a step draft',
  'planner/personas/grammar/limit-words.ts': 'the words of the limit grammar',
  'planner/resources/model/path-template.ts': 'questions about one path template',
  'planner/resources/responses/response-shape.ts': 'questions about one response',
  'verifier/engine/responses/refusal-text.ts': 'questions about the text of one refusal',
};

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(EXPORT)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
  );
  return [...declared, ...listed].filter((name) => name !== '');
}

/** `createEcho`, `CreateEcho` and `CREATE_ECHO` all live in create-echo.ts. */
function fileNameOf(name: string): string {
  return /^[A-Z0-9_]+$/.test(name) ? name.toLowerCase().replaceAll('_', '-') : kebab(name).replace(/^-/, '');
}

/**
 * One line for each file of the planner and the engine that is not named after one of its exports.
 * Free are programs (no export), `index.ts` and the word groups in `planner/vocabulary`.
 */
export function fileNameViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!/^(planner|verifier\/engine)\//.test(path) || path.startsWith('planner/vocabulary/')) return [];
    const base = posix.basename(path, '.ts');
    const names = exportsOf(text);
    if (names.length === 0 || base === 'index' || path in SUBJECTS || names.some((name) => fileNameOf(name) === base))
      return [];
    return [
      `${path} exports ${names.join(', ')}: name the file after its main export, for example ${fileNameOf(names.at(0) ?? '')}.ts`,
    ];
  });
}

/** One line for each exempted file that is not there any more. */
export function staleSubjects(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return Object.keys(SUBJECTS).flatMap((path) => (paths.has(path) ? [] : [`${path} is gone: remove it from SUBJECTS`]));
}
