import type { Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { patchOperations } from '../../resources/creation/patch-operations.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import { chooseValue } from '../../values/choose/choose-value.ts';
import { isUnfit, type SentField, type Turn } from '../../values/model/choice.ts';
import type { Planning } from '../model/planning.ts';
import type { BuiltBody } from '../model/built-body.ts';

/**
 * Returns the body of a PATCH that takes a list of operations: one `replace` for each optional text that the
 * read must show as sent. If none is optional, required texts are replaced. Undefined if the PATCH takes no such
 * list, or if no text qualifies.
 */
export function replacedAttributes(planning: Planning, operation: Operation, turn: Turn): BuiltBody | undefined {
  const { graph, model } = planning;
  const { schemas } = model;
  const told = patchOperations(schemas, operation);
  const thing = told && graph.resources.find(({ patch }) => patch === operation);
  const whole = thing?.put ?? thing?.create?.operation;
  const contentType = operation.body?.contentType;
  if (!told || !thing?.read || !whole || contentType === undefined) return undefined;
  const { properties, required } = sentResource(schemas, whole);
  const { flat } = thing.read.place;
  const texts = Object.keys(properties)
    .sort()
    .flatMap((name): SentField[] => {
      const schema = properties[name] ?? true;
      const { types, rest } = schemas.flatten(schema);
      const isFree = types[0] === 'string' && ['enum', 'const', 'format'].every((key) => rest[key] === undefined);
      const conflicts = operation.responses['409'] !== undefined;
      const chosen = chooseValue({ schemas, turn, carried: {}, conflicts }, schema, name, []);
      if (!isFree || isUnfit(chosen)) return [];
      const field = { pointer: pointerToken(name), name, schema, template: chosen.template };
      return assertedFields(schemas, [field], flat, '').length > 0 ? [field] : [];
    });
  const spare = texts.filter(({ name }) => !required.includes(name));
  const replaced = spare.length > 0 ? spare : texts;
  if (replaced.length === 0) return undefined;
  const array = replaced.map(({ name, template }): Template => {
    return { object: { op: { literal: told.replace }, path: { literal: name }, value: template } };
  });
  const beside = Object.entries(told.beside).map(([name, literal]) => [name, { literal }] as const);
  return {
    contentType,
    template: { object: { ...Object.fromEntries(beside), [told.name]: { array } } },
    fields: replaced.map((field, at) => ({ ...field, sentAt: `${pointerToken(told.name)}/${at}/value` })),
    optional: [],
    guessed: [],
    further: [],
    ifNamed: {},
    renewed: {},
    within: '',
    exclusive: false,
  };
}
