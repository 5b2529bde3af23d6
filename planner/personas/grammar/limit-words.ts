import { type Action, ACTIONS } from '../../resources/actions/actions-of.ts';

/** The actions that change something. */
export const WRITES: Action[] = ['create', 'update', 'delete'];
/** Verbs of descriptions, with the actions that they name. */
export const VERBS: [RegExp, Action[]][] = [
  [/\b(access|use|reach|do anything|do)\b/, ACTIONS],
  [/\b(writ\w*|manage\w*)\b/, WRITES],
  [/\b(modif\w*|change\w*)\b/, ['update', 'delete']],
  [/\b(creat\w*|add|adds|post|make|publish)\b/, ['create']],
  [/\b(updat\w*|edit\w*|alter\w*|renam\w*)\b/, ['update']],
  [/\b(delet\w*|remov\w*|destroy)\b/, ['delete']],
  [/\b(read|reads|view\w*|see|sees|open)\b/, ['read', 'list']],
  [/\b(list|lists|browse|search)\b/, ['list']],
];
/** Words that name no resource. */
const FILLER =
  /^(a|an|the|this|that|these|those|it|its|they|them|their|he|his|him|she|her|who|what|which|and|or|nor|to|of|in|on|at|for|by|from|with|into|be|is|are|was|do|does|did|not|any|anything|anybody|anyone|all|every|everything|everywhere|here|nothing|else|other|others|another|someone|somebody|foreign|own|owns|owned|owner|belong|belonging|belongs|thing|things|data|item|items|resource|resources|record|records|entity|entities|object|objects|api|service|system|server|application|access|way|no)$/;

const GRANT =
  /,(?: and| but| yet)? (?:(?:can|may|is|has|gets|sees|reads|browses|creates|adds|writes|edits|updates|deletes|manages) )(?!not\b|nothing\b|neither\b)/;

/**
 * Returns the part of a clause that refuses, up to a comma before a grant: "delete anything" of "delete anything, sees
 * all boards". After "never" (`by`), the whole clause refuses.
 */
export function refusalOf(clause: string, by = ''): string {
  return by === 'never' ? clause : (clause.split(GRANT)[0] ?? '');
}

/** Returns the words of a text that is already in lower case. */
export function wordsIn(text: string): string[] {
  return text.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** Returns the actions that the verbs of a text in lower case name: update and delete for "change". */
export function actionsIn(reach: string): Action[] {
  return [...new Set(VERBS.flatMap(([verb, named]) => (verb.test(reach) ? named : [])))];
}

/**
 * True if no word of a limit can name a resource, so that it covers all. False with `meant`, the words that its "them"
 * refers to.
 */
export function namesNoKind({ words, meant }: { words: string[]; meant?: string[] }): boolean {
  return meant === undefined && words.every((word) => FILLER.test(word) || VERBS.some(([verb]) => verb.test(word)));
}
