import type { dereference, OutputUnit, Schema, validate } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../plan/plan.ts';
import { withoutNulls } from './optional-nulls.ts';
import { pointerOf, type SchemaFindings, splitViolations, type Violation } from './split-violations.ts';

/**
 * Checks a body against the named schema; `sentNames` are the members that the run itself sent (their bounds are not the server's), `isClaimed`
 * tells of a JSON Pointer whether the thing must have a value there: null is none. `text` is the body as it came, where it came as one.
 */
export type CheckSchema = (
  name: string,
  body: Json,
  sentNames: () => ReadonlySet<string>,
  isClaimed: (pointer: string) => boolean,
  text?: string,
) => Promise<SchemaFindings>;

type Prepared = {
  defs: Record<string, Schema | boolean>;
  lookup: Record<string, Schema | boolean>;
  /** What was found of bodies that came before, by schema and text: re-reads and proofs see the same answers again and again. */
  known: Map<string, OutputUnit[] | string>;
};

const REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 16 * 1024;

const preparedByDefs = new WeakMap<Record<string, JsonSchema>, Promise<Prepared>>();

/** Response validation over a bundle's `$defs`; the schemas are prepared once per bundle, the validator is loaded on first use. */
export function createSchemaCheck($defs: Record<string, JsonSchema>): CheckSchema {
  return async (name, body, sentNames, isClaimed, text) => {
    let prepared = preparedByDefs.get($defs);
    if (prepared === undefined) {
      prepared = prepare($defs);
      preparedByDefs.set($defs, prepared);
    }
    const { defs, lookup, known } = await prepared;
    const schema = defs[name];
    if (schema === undefined) return { decisive: [], notes: [note(`no schema is named ${name}`)] };
    const { validate: check } = await validator;
    const errorsOf = (held: Json, written = JSON.stringify(held)) =>
      remember(known, `${name} ${written}`, () => tryValidate(check, held, schema, lookup));
    const errors = errorsOf(body, text);
    if (typeof errors === 'string') return { decisive: [], notes: [note(`the schema cannot be applied: ${errors}`)] };
    return errors.length === 0
      ? { decisive: [], notes: [] }
      : findingsOf(body, errors, errorsOf, sentNames(), isClaimed);
  };
}

/** What is wrong with a body; null in a member that it need not have is a note. */
function findingsOf(
  body: Json,
  errors: readonly OutputUnit[],
  errorsOf: (held: Json) => OutputUnit[] | string,
  sentNames: ReadonlySet<string>,
  isClaimed: (pointer: string) => boolean,
): SchemaFindings {
  const found = splitViolations(errors, sentNames);
  if (found.decisive.length === 0) return found;
  const lighter = withoutNulls(body, errors.map(pointerOf), isClaimed);
  const remaining = lighter && errorsOf(lighter.body);
  if (lighter === undefined || typeof remaining === 'string' || remaining === undefined) return found;
  const { decisive, notes } = splitViolations(remaining, sentNames);
  if (decisive.some(({ keyword }) => keyword === 'required')) return found;
  return { decisive, notes: [...notes, ...found.decisive.filter(({ pointer }) => lighter.left.has(pointer))] };
}

let validator: Promise<{ validate: typeof validate; dereference: typeof dereference }>;

async function prepare($defs: Record<string, JsonSchema>): Promise<Prepared> {
  validator ??= import('@cfworker/json-schema');
  const library = await validator;
  // The library marks the schemas it has seen, so it gets its own copy.
  const defs = structuredClone($defs) as Record<string, Schema | boolean>;
  for (const schema of Object.values(defs)) dropWriteOnlyFromRequired(schema, defs);
  return { defs, lookup: library.dereference({ $defs: defs } as Schema), known: new Map() };
}

function remember<T>(known: Map<string, T>, key: string, find: () => T): T {
  const found = known.get(key) ?? find();
  if (known.size >= REMEMBERED) known.clear();
  if (key.length <= LONGEST_REMEMBERED) known.set(key, found);
  return found;
}

/** A pattern or reference that the library cannot take must never become a verdict: its message is returned instead. */
function tryValidate(
  check: typeof validate,
  body: Json,
  schema: Schema | boolean,
  lookup: Prepared['lookup'],
): OutputUnit[] | string {
  try {
    return check(body, schema, '2020-12', lookup as Record<string, Schema>, false).errors;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  }
}

/** A write-only member is never in an answer, required or not. */
function dropWriteOnlyFromRequired(schema: unknown, defs: Record<string, unknown>): void {
  if (Array.isArray(schema)) for (const one of schema) dropWriteOnlyFromRequired(one, defs);
  if (!isRecord(schema) || Array.isArray(schema)) return;
  const { required, properties } = schema;
  if (Array.isArray(required) && isRecord(properties)) {
    schema['required'] = required.filter((key) => !isWriteOnly(properties[String(key)], defs));
  }
  for (const inner of Object.values(schema)) dropWriteOnlyFromRequired(inner, defs);
}

function isWriteOnly(schema: unknown, defs: Record<string, unknown>): boolean {
  if (!isRecord(schema)) return false;
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
  const target = name === undefined ? undefined : defs[name];
  return schema['writeOnly'] === true || (isRecord(target) && target['writeOnly'] === true);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

function note(message: string): Violation {
  return { pointer: '', keyword: 'schema', message };
}
