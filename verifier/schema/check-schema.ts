import { readPointer } from '../plan/json-pointer.ts';
import type { Json, JsonSchema } from '../plan/plan.ts';
import { withoutNulls } from './optional-nulls.ts';
import { withoutWriteOnly } from './without-write-only.ts';
import { type SchemaFindings, splitViolations, type Violation } from './split-violations.ts';
import type { SchemaError } from './validation.ts';
import { createValidator, type Validation } from './validate.ts';
import { pointerOf } from './validation.ts';

/**
 * Checks a body against a named schema. `sentNames`: members that the run sent, whose bounds the server need not
 * enforce. `isClaimed`: true if null is wrong for the member at a JSON Pointer. `text`: the body as received.
 */
export type CheckSchema = (
  name: string,
  body: Json,
  sentNames: () => ReadonlySet<string>,
  isClaimed: (pointer: string) => boolean,
  text?: string,
) => Promise<SchemaFindings>;

/** The violations of a body, or the reason why it cannot be checked. */
type Found = Validation | string;

const REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 16 * 1024;

const checksByDefs = new WeakMap<Record<string, JsonSchema>, (name: string, body: Json, text: string) => Found>();

/**
 * Returns the check of response bodies against a bundle's `$defs`. Schemas are prepared once per bundle. A check takes
 * bounded time for any body (record 98).
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
    return { decisive: nullsLast(body, decisive), notes: [...notes, ...found.notChecked.map(notMatched)] };
  };
}

/** The violations of a body. A null in a member that may be absent is only a note. */
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

/**
 * The violations, those at a null value last: for `{"note": null, "type": "x"}` the wrong `type` comes first. A verdict
 * names the first one, and a server may always write null for "none".
 */
function nullsLast(body: Json, found: readonly Violation[]): Violation[] {
  const isNull = ({ pointer }: Violation): boolean => readPointer(body, pointer) === null;
  return [...found.filter((one) => !isNull(one)), ...found.filter(isNull)];
}

/** A violation and, recursively, those of its branches. A null in an optional member may be why no branch fits. */
const withBranches = (error: SchemaError): SchemaError[] => [
  error,
  ...(error.branches ?? []).flat().flatMap(withBranches),
];

/**
 * Returns a validator that remembers results by schema and body text, because re-reads and proofs see the same bodies
 * again.
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

/** The violations, or the message of a schema or body that cannot be checked. That never becomes a verdict. */
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
