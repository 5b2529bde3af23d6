import type { JsonSchema } from '#verifier/plan/plan.ts';

import { nounSegment, withoutSlash } from '../../../resources/model/path-template.ts';
import { isNumber } from '../../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { isQuestion } from './calls-below.ts';
import type { Planning } from '../../model/planning.ts';
import { reachesOut } from '../../model/reaches-out.ts';
import { looking, telling } from '../../../vocabulary/crud-verbs.ts';
import { wordsOf } from '../../../vocabulary/words-of.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';

/**
 * True for a POST that only asks: `POST /freeBusy`. Its name and the first word of its summary say so, it reaches no
 * other service, and no other operation has its path or an item path below it. It requires only numbers, booleans,
 * dates, enums and ids: a required text might be a prompt that costs money.
 */
export function isPlainQuestion({ graph, model }: Planning, operation: Operation): boolean {
  const { path, words, id, key, body } = operation;
  if (!isQuestion(operation) || body === undefined || graph.rpc.has(operation) || graph.makers.has(operation))
    return false;
  const named = wordsOf(id === key ? nounSegment(path) : id);
  const isCalled = [named[0], named.at(-1)].some((word) => word !== undefined && looking.has(word));
  if (!isCalled || !isTelling(wordsOf(words)[0] ?? '') || reachesOut(operation, [...path.split(/[/:]/), words]))
    return false;
  const place = withoutSlash(path);
  const isAlone = model.operations.every(
    (one) => one === operation || (withoutSlash(one.path) !== place && !one.path.startsWith(`${place}/{`)),
  );
  return isAlone && isAskedWithoutWords(model.schemas, body.schema, '');
}

/** True for a verb of asking, with or without the s of a third person: list, lists. */
function isTelling(word: string): boolean {
  return telling.has(word) || (word.endsWith('s') && telling.has(word.slice(0, -1)));
}

function isAskedWithoutWords(schemas: SchemaStore, schema: JsonSchema, name: string): boolean {
  const flat = schemas.flatten(schema);
  const { types, properties, required, items, rest, alternatives } = flat;
  if (alternatives.length > 0) return false;
  if (types[0] === 'object')
    return required.every((member) => isAskedWithoutWords(schemas, properties[member] ?? true, member));
  if (types[0] === 'array') return items !== undefined && isAskedWithoutWords(schemas, items, name);
  if (types[0] === 'boolean' || isNumber(flat)) return true;
  const isTold = rest['enum'] !== undefined || rest['const'] !== undefined;
  return types[0] === 'string' && (isTold || isIdLike(name) || /^(date|uuid)/.test(String(rest['format'])));
}
