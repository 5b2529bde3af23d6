import type { Template } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import type { Turn } from '../../values/model/choice.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { closedValue } from '../../values/choose/closed-value.ts';
import { isUuid, uniqueFor } from '../../values/text/unique-for.ts';
import type { Planning } from '../model/planning.ts';

/**
 * Returns a value for a path parameter that no created item gives: a value of its enum or const, or else a made-up id.
 * With `closed`, no id is made up. Undefined if there is none.
 */
export function placeholderPathValue(
  planning: Planning,
  operation: Operation,
  name: string,
  { closed = false, turn = 0 }: { closed?: boolean; turn?: Turn } = {},
): Template | undefined {
  const { schemas } = planning.model;
  const parameter = operation.parameters.find((param) => param.in === 'path' && param.name === name);
  const flat = formOfId(planning, operation, name, schemas.flatten(parameter?.schema ?? true));
  const member = closedValue(schemas, parameter?.schema ?? true);
  if (member !== undefined) return { literal: member };
  const shown = [
    ...(parameter?.examples ?? []),
    ...(Array.isArray(flat.rest['examples']) ? flat.rest['examples'] : []),
  ];
  const uuid = shown.find((example) => typeof example === 'string' && isUuid(example));
  // The id has letters and digits alone where they fit, which most services accept.
  return closed ? undefined : uniqueFor(schemas, flat, name, uuid as string | undefined, turn, true);
}

/**
 * Returns the schema of a path parameter's values. Some generators document each path parameter as any text. If the
 * item's read then shows a number as its id, the number's schema is returned.
 */
function formOfId({ graph, model }: Planning, { path }: Operation, name: string, asked: FlatSchema): FlatSchema {
  const isOpen =
    asked.types[0] === 'string' && ['format', 'pattern', 'examples'].every((key) => asked.rest[key] === undefined);
  const id = isOpen ? graph.producerOf(path, name)?.read?.place.id : undefined;
  const shown = id && model.schemas.flatten(id.schema);
  // A JSON:API id may be documented as a number or a text; the number is taken.
  const types = shown?.types.filter((type) => isNumber({ types: [type] })) ?? [];
  return shown && types.length > 0 ? { ...shown, types } : asked;
}
