import type { Template } from '#verifier/plan/plan.ts';

import { agree } from '../../resources/model/id-names.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import { requiredQuery } from '../../resources/lists/required-query.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { movesItem } from '../../resources/actions/transition-of.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { foreignKeyValue } from './references/foreign-key-value.ts';
import type { Journey } from '../model/journey.ts';
import type { Planning } from '../model/planning.ts';
import { actedOn } from '../model/acted-on.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { destinations } from '../../vocabulary/list-words.ts';
import { envProvidedParam } from '../model/env-provided-param.ts';

type Destination = { name: string; schema: Operation['parameters'][number]['schema']; above: Resource };

/**
 * Returns the query parameter that names where a move goes: `POST /calendars/{id}/events/{eventId}/move?destination=`.
 * It is taken for the id of another parent (a calendar). That is a guess, so only status and schema are asserted.
 * Undefined for other operations.
 */
export function moveDestination(planning: Planning, operation: Operation): Destination | undefined {
  const { graph, model } = planning;
  const [asked, ...more] = requiredQuery(operation);
  const above = paramsOf(operation.path).at(-2);
  if (!asked || more.length > 0 || above === undefined || !isPlace(asked.name)) return undefined;
  const acted = actedOn(planning, operation);
  const parent = graph.producerOf(operation.path, above);
  const isMade = parent?.create !== undefined && envProvidedParam(planning, above) === undefined;
  const isFit = isMade && agree(model.schemas, parent.paramSchema, asked.schema) && asked.examples.length === 0;
  return isFit && acted && movesItem(acted.action)
    ? { name: asked.name, schema: asked.schema, above: parent }
    : undefined;
}

function isPlace(name: string): boolean {
  const words = wordsOf(name);
  const [place = '', ...more] = isIdLike(name) && words.length > 1 ? words.slice(0, -1) : words;
  return more.length === 0 && destinations.has(place);
}

/**
 * Creates a second parent and returns the query parameter with its id; undefined if the operation moves nothing, or if
 * the journey creates nothing. Throws CannotPlan.
 */
export function createDestination(journey: Journey, operation: Operation): Record<string, Template> | undefined {
  const found = journey.makesNothing ? undefined : moveDestination(journey.planning, operation);
  const id = found && foreignKeyValue(journey, journey.another(found.above, 1), found.name, found.schema);
  return found && id ? { [found.name]: id } : undefined;
}
