import { canonicalJson } from '#planner/spec/canonical-json.ts';
import { isObject, type JsonObject, member } from '#planner/spec/json-object.ts';
import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';

/** Operations as "METHOD /template". */
export type SpecDiff = { added: string[]; removed: string[]; changed: string[] };

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

/** What a publish changes: an operation counts as changed also where only a component changed that it refers to. */
export const diffSpecs = (before: JsonObject | undefined, after: JsonObject): SpecDiff => {
  const old = before === undefined ? new Map<string, string>() : contentsOf(before);
  const now = contentsOf(after);
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !now.has(key)),
    changed: [...now.keys()].filter((key) => old.has(key) && old.get(key) !== now.get(key)),
  };
};

/** "METHOD /template" → everything that the operation says, components included; equal text means equal operation. */
const contentsOf = (document: JsonObject): Map<string, string> => {
  const contents = new Map<string, string>();
  const paths = member(document, 'paths');
  if (!isObject(paths)) return contents;
  for (const path of Object.keys(paths).sort()) {
    const item = paths[path];
    if (!isObject(item)) continue;
    for (const method of methods.filter((name) => Object.hasOwn(item, name))) {
      const operation: Json = [item[method]!, item['parameters'] ?? []];
      contents.set(`${method.toUpperCase()} ${path}`, canonicalJson([operation, ...referredTo(document, operation)]));
    }
  }
  return contents;
};

/** Every component reached from the value, each once, in the order of their pointers. */
const referredTo = (document: JsonObject, value: Json): Json[] => {
  const found = new Map<string, Json>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const reference = member(next, '$ref');
    if (typeof reference === 'string' && !found.has(reference)) {
      const target = segmentsOf(reference.slice(1)).reduce<Json | undefined>(
        (at, token) => member(at, decoded(token)),
        document,
      );
      found.set(reference, target ?? null);
      if (target !== undefined) open.push(target);
    }
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return [...found.keys()].sort().flatMap((reference) => [reference, found.get(reference)!]);
};

const decoded = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};
