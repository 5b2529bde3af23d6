import type { SourceFile } from './repository.ts';

/** Folders whose lists are no names of APIs. */
const OTHER_WORDS: Record<string, string> = {
  'planner/intake/': 'keywords of OpenAPI, JSON Schema and HTTP',
  'planner/personas/': 'English grammar in descriptions of personas',
  'planner/trace/': 'English grammar in sentences of requirements',
};

/** Files whose lists are no names of APIs. */
const NO_NAMES: Record<string, string> = {
  'planner/journeys/model/documented-responses.ts': 'keywords of JSON Schema',
  'planner/journeys/shapes/read/calls-of-unknown.ts': 'character sets of the plan format',
  'planner/journeys/shapes/read/reads-of-unknown.ts': 'outcomes of a step',
  'planner/journeys/shapes/update/update-leaves-siblings.ts': 'text formats of JSON Schema',
  'planner/resources/auth/signs-in.ts': 'spellings of "log in" and "sign out"',
  'planner/values/assertable/asserted-fields.ts': 'number formats of OpenAPI',
  'planner/values/choose/is-worth-sending.ts': 'text formats of JSON Schema',
};

/**
 * How many lists each file still holds beside the rule that asks for them: they are older than the groups.
 * The numbers only fall. A list moves to the vocabulary when its rule changes or another rule wants its words.
 */
const BESIDE_THEIR_RULE: Record<string, number> = {
  'planner/resources/auth/sign-in-form.ts': 1,
  'planner/resources/creation/exclude-association-creates.ts': 1,
  'planner/resources/creation/read-imported-lines.ts': 2,
  'planner/resources/responses/child-count.ts': 3,
  'planner/resources/responses/file-reads.ts': 1,
  'planner/resources/responses/is-moderated.ts': 2,
  'planner/resources/responses/response-shape.ts': 1,
  'planner/rules/lets-others-in.ts': 2,
  'planner/values/choose/have-one-for-others.ts': 1,
  'planner/values/text/unique-for.ts': 1,
};

const ALTERNATIVES = /(?<![\w'])[a-z]{2,}\??(?:\|[a-z]{2,}\??){2,}/gi;
const SPLIT = /'(?:[\w@.-]+ ){2,}[\w@.-]*'[^;]{0,1200}?\.split\(\s*' '/g;
const SET = /new Set(?:<[^>]*>)?\(\s*\[([^\]]*)\]/g;
const WORD = /'[a-z][\w-]*'/g;
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The beginnings of lists of three words or more, in a regular expression, a set or a text that is split. */
export function wordListsIn(text: string): string[] {
  const code = text.replaceAll(COMMENT, '');
  const texts = [ALTERNATIVES, SPLIT].flatMap((form) => [...code.matchAll(form)]);
  const sets = [...code.matchAll(SET)].filter(([, members = '']) => [...members.matchAll(WORD)].length > 2);
  return [...texts, ...sets].map(([found]) => found.replaceAll(/\s+/g, ' ').slice(0, 60));
}

/** One line for each file of the planner that holds more lists of words outside the vocabulary than it may, or fewer. */
export function wordListViolations(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, number>> = BESIDE_THEIR_RULE,
): string[] {
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith('planner/') || path.startsWith('planner/vocabulary/')) return [];
    if (path in NO_NAMES || Object.keys(OTHER_WORDS).some((folder) => path.startsWith(folder))) return [];
    const found = wordListsIn(text);
    const most = allowed[path] ?? 0;
    if (found.length > most)
      return [
        `${path} holds lists of words (${found.join('; ')}), allowed ${most}: make a wordGroup of each in planner/vocabulary`,
      ];
    return found.length < most
      ? [
          `${path} holds ${found.length} lists of words: lower ${most} in BESIDE_THEIR_RULE of test/guards/word-lists.ts`,
        ]
      : [];
  });
}

/** One line for each listed file that is not there any more. */
export function staleWordLists(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return Object.keys({ ...NO_NAMES, ...BESIDE_THEIR_RULE }).flatMap((path) =>
    paths.has(path) ? [] : [`${path} is gone: remove it from test/guards/word-lists.ts`],
  );
}
