import type { Json, JsonSchema } from '../plan/plan.ts';
import { withoutNulls } from './optional-nulls.ts';
import { withoutWriteOnly } from './without-write-only.ts';
import { type SchemaFindings, splitViolations, type Violation } from './split-violations.ts';
import type { SchemaError } from './validation.ts';
import { createValidator, type Validation } from './validate.ts';
import { pointerOf } from './validation.ts';

/**
 * Checks a body against the named schema; `sentNames` are the members that the run itself sent (their bounds are not
 * the server's), `isClaimed` tells of a JSON Pointer whether the thing must have a value there: null is none. `text` is
 * the body as it came, where it came as one.
 */
export type CheckSchema = (
  name: string,
  body: Json,
  sentNames: () => ReadonlySet<string>,
  isClaimed: (pointer: string) => boolean,
  text?: string,
) => Promise<SchemaFindings>;

/** What was found of a body, or why nothing can be. */
type Found = Validation | string;

const REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 16 * 1024;

const checksByDefs = new WeakMap<Record<string, JsonSchema>, (name: string, body: Json, text: string) => Found>();

/**
 * Response validation over a bundle's `$defs`; the schemas are prepared once per bundle. It ends within its steps,
 * whatever the body (record 98).
 */
export function createSchemaCheck($defs: Record<string, JsonSchema>): CheckSchema {
  return async (name, body, sentNames, isClaimed, text) => {
    if (!Object.hasOwn($defs, name)) return { decisive: [], notes: [note(`no schema is named ${name}`)] };
    const find = checksByDefs.get($defs) ?? prepare($defs);
    checksByDefs.set($defs, find);
    const found = find(name, body, text ?? JSON.stringify(body));
    if (typeof found === 'string') return { decisive: [], notes: [note(`the schema cannot be applied: ${found}`)] };
    const { decisive, notes } =
      found.errors.length === 0
        ? { decisive: [], notes: [] }
        : findingsOf(body, found, (held) => find(name, held, JSON.stringify(held)), sentNames(), isClaimed);
    return { decisive, notes: [...notes, ...found.notChecked.map(notMatched)] };
  };
}

/** What is wrong with a body; null in a member that it need not have is a note. */
function findingsOf(
  body: Json,
  { errors }: Validation,
  find: (held: Json) => Found,
  sentNames: ReadonlySet<string>,
  isClaimed: (pointer: string) => boolean,
): SchemaFindings {
  const found = splitViolations(errors, sentNames);
  if (found.decisive.length === 0) return found;
  const lighter = withoutNulls(body, errors.flatMap(withBranches).map(pointerOf), isClaimed);
  const remaining = lighter && find(lighter.body);
  if (lighter === undefined || typeof remaining === 'string' || remaining === undefined) return found;
  const { decisive, notes } = splitViolations(remaining.errors, sentNames);
  if (decisive.some(({ keyword }) => keyword === 'required')) return found;
  const isBecauseOfNull = ({ pointer }: Violation): boolean =>
    [...lighter.left].some((left) => left === pointer || left.startsWith(`${pointer}/`));
  return { decisive, notes: [...notes, ...found.decisive.filter(isBecauseOfNull)] };
}

/** A violation and those of the branches below it: a null in an optional member may be what fits no branch. */
const withBranches = (error: SchemaError): SchemaError[] => [
  error,
  ...(error.branches ?? []).flat().flatMap(withBranches),
];

/**
 * What was found of bodies that came before is known by schema and text: re-reads and proofs see the same answers again
 * and again.
 */
function prepare($defs: Record<string, JsonSchema>): (name: string, body: Json, text: string) => Found {
  const defs = withoutWriteOnly($defs);
  const validate = createValidator(defs);
  const known = new Map<string, Found>();
  return (name, body, text) => {
    const key = `${name} ${text}`;
    const found = known.get(key) ?? tryValidate(() => validate(name, body));
    if (known.size >= REMEMBERED) known.clear();
    if (key.length <= LONGEST_REMEMBERED) known.set(key, found);
    return found;
  };
}

/** What cannot be taken or costs too much must never become a verdict: its message is returned instead. */
function tryValidate(validate: () => Validation): Found {
  try {
    return validate();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function note(message: string): Violation {
  return { pointer: '', keyword: 'schema', message };
}

function notMatched(pattern: string): Violation {
  return { pointer: '', keyword: 'pattern', message: `pattern not checked: ${pattern.slice(0, 150)}` };
}
