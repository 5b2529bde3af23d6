import type { Exploration } from '#verifier/plan/exploration.ts';
import { JOURNEY_KINDS } from '#verifier/plan/journey-kinds.ts';
import type { Json, JsonSchema, Plan, Step, Template } from '#verifier/plan/plan.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import { isObject } from '../intake/json/json-object.ts';
import { journeyIdOf } from '../journeys/model/journey-id-of.ts';
import { type OddValue, oddValuesOf } from './odd-values-of.ts';

/** The most explorations of one run, and of one operation. */
const MOST = 500;
const MOST_OF_OPERATION = 60;

type Odd = { step: Step; place: string; odd: OddValue };

/**
 * Returns journeys that send odd values to operations that some plan calls with success. Each has the steps of the
 * shortest such plan up to that call. There are at most 60 for one operation and 500 in all.
 */
export function explorationsOf(plans: readonly Plan[], model: SpecModel): Exploration[] {
  const each = model.operations.map((operation) => {
    const way = shortestWay(plans, operation);
    return way === undefined ? [] : explored(way, operation, model).slice(0, MOST_OF_OPERATION);
  });
  const share = Math.max(1, Math.floor(MOST / Math.max(1, each.length)));
  const first = each.flatMap((own) => own.slice(0, share));
  return [...first, ...each.flatMap((own) => own.slice(share))].slice(0, MOST);
}

/**
 * Returns the plan that calls the operation with success after the fewest steps, cut after that call. Only the first
 * call in each plan is considered. Calls that poll and journeys about refusals do not count. Undefined if no plan does.
 */
function shortestWay(plans: readonly Plan[], operation: Operation): Plan | undefined {
  const ways = plans.flatMap((plan) => {
    const at = plan.steps.findIndex(({ method, path }) => `${method} ${path}` === operation.key);
    const step = plan.steps[at];
    if (step === undefined || step.expect.outcome !== 'success' || step.until || JOURNEY_KINDS[plan.kind].refuses)
      return [];
    const steps = plan.steps.slice(0, at + 1);
    const ids = new Set(steps.map(({ id }) => id));
    return [{ ...plan, steps, teardown: plan.teardown.filter(({ forStep }) => ids.has(forStep)) }];
  });
  return ways.toSorted((one, other) => one.steps.length - other.steps.length)[0];
}

function explored(way: Plan, operation: Operation, model: SpecModel): Exploration[] {
  const last = way.steps.at(-1);
  if (last === undefined) return [];
  const step = bare(last);
  const odd = [...inBody(step, operation, model), ...inParameters(step, operation, model)];
  const statuses = Object.keys(operation.responses);
  const knowsError = statuses.some((status) => status.startsWith('5'));
  const refusals = ['400', '422', '4XX', 'default'];
  // A malformed id in the path matches no item: a documented 404 is then a known refusal.
  const isKnown = (place: string) =>
    statuses.some((status) => refusals.includes(status) || (status === '404' && place.endsWith('in the path')));
  return spread(odd).map(({ step: sent, place, odd: { value, kind } }) => {
    const shown = shortly(value);
    return {
      plan: {
        ...way,
        name: `${operation.key} answers ${shown} as ${place} without a server error`,
        journeyId: journeyIdOf(['explore', operation.key, place, JSON.stringify(value).slice(0, 200)]),
        subject: operation.key,
        operations: [...new Set(way.steps.map(({ operationId }) => operationId))],
        steps: [...way.steps.slice(0, -1), sent],
        proof: [],
      },
      place,
      shown,
      kind,
      isOwed: !knowsError && (kind === 'valid' || isKnown(place)),
    };
  });
}

/**
 * Sorts odd values so that all places take turns: each place's first and second valid value, its first malformed one,
 * its third valid one, its second malformed one, and so on.
 */
function spread(odd: Odd[]): Odd[] {
  const ranks = new Map<string, number>();
  const ranked = odd.map((one) => {
    const key = `${one.odd.kind} ${one.place}`;
    const rank = ranks.get(key) ?? 0;
    ranks.set(key, rank + 1);
    return { one, rank: rank * 2 + (one.odd.kind === 'valid' ? 0 : 3) };
  });
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ one }) => one);
}

/**
 * Returns the step as a plain call: without assertions, probes, marks for verdicts (`open`, `assumed`) and the optional
 * members of its body.
 */
function bare(step: Step): Step {
  const { optional: _optional, guessed: _guessed, echoed: _echoed, open: _open, assumed: _assumed, ...kept } = step;
  const { effectOf: _effect, onlyWhere: _only, mayBeAbsent: _absent, ...own } = kept;
  return { ...own, ...(step.body ? { body: requiredOf(step.body, step.optional) } : {}), assert: [], probes: [] };
}

/** Returns the body without its optional members: they should not cause a refusal. */
function requiredOf(body: NonNullable<Step['body']>, optional: string[] = []): NonNullable<Step['body']> {
  if (!('object' in body.value)) return body;
  const left = Object.entries(body.value.object).filter(([name]) => !optional.includes(`/${escapeSegment(name)}`));
  return { ...body, value: { object: Object.fromEntries(left) } };
}

const escapeSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function inBody(step: Step, { body: documented }: Operation, { schemas }: SpecModel): Odd[] {
  const { body } = step;
  if (documented?.contentType === undefined || documented.isText || documented.parts || body === undefined) return [];
  return placesIn(documented.schema, schemas).flatMap(({ path, odd }) => {
    const value = withMember(body.value, path, odd.value);
    return value
      ? [{ step: { ...step, body: { ...body, value } }, place: `"${path.join('.')}" in the body`, odd }]
      : [];
  });
}

type Place = { path: string[]; odd: OddValue };

/**
 * Returns the odd values for each member of a body, and of the objects in it, one level deep. A schema with
 * alternatives and a read-only member have none.
 */
function placesIn(schema: JsonSchema, schemas: SpecModel['schemas'], above: string[] = []): Place[] {
  const { properties, alternatives } = schemas.flatten(schema);
  if (alternatives.length > 0) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    const flat = schemas.flatten(member);
    const path = [...above, name];
    if (flat.rest['readOnly'] === true) return [];
    if (flat.types[0] === 'object' && above.length === 0) return placesIn(member, schemas, path);
    return oddValuesOf(flat).map((odd) => ({ path, odd }));
  });
}

/** Returns the template with the member at a path set to `value`. Undefined if the object around it is not sent. */
function withMember(
  template: Template | undefined,
  [name = '', ...below]: string[],
  value: Json,
): Template | undefined {
  if (template === undefined) return undefined;
  if ('object' in template) {
    const set = below.length === 0 ? { literal: value } : withMember(template.object[name], below, value);
    return set && { object: { ...template.object, [name]: set } };
  }
  if (!('literal' in template) || !isObject(template.literal)) return undefined;
  const inner = template.literal[name];
  const set =
    below.length === 0
      ? { literal: value }
      : withMember(inner === undefined ? inner : { literal: inner }, below, value);
  return set && 'literal' in set ? { literal: { ...template.literal, [name]: set.literal } } : undefined;
}

/**
 * Returns steps of a GET with odd values in its path or query. Other methods have none: nobody could
 * delete what they create.
 */
function inParameters(step: Step, { method, parameters }: Operation, { schemas }: SpecModel): Odd[] {
  if (method !== 'GET') return [];
  return parameters.flatMap((parameter) => {
    const { name, in: where, schema, json } = parameter;
    if ((where !== 'path' && where !== 'query') || json) return [];
    return oddValuesOf(schemas.flatten(schema)).flatMap((odd) => {
      // An empty segment would be another path, and a URL has no null, list or object.
      if (odd.value === null || typeof odd.value === 'object' || (where === 'path' && odd.value === '')) return [];
      const params = { ...step.params, [where]: { ...step.params[where], [name]: { literal: odd.value } } };
      return [{ step: { ...step, params }, place: `"${name}" in the ${where}`, odd }];
    });
  });
}

const MOST_SHOWN = 24;

function shortly(value: Json): string {
  const text = JSON.stringify(value);
  if (typeof value === 'string' && text.length > MOST_SHOWN) return `a text of ${value.length} characters`;
  return text;
}
