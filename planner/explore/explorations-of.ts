import type { Exploration } from '#verifier/plan/exploration.ts';
import { JOURNEY_KINDS } from '#verifier/plan/journey-kinds.ts';
import type { Json, JsonSchema, Plan, Step, Template } from '#verifier/plan/plan.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import { isObject } from '../intake/json/json-object.ts';
import { journeyIdOf } from '../journeys/model/journey-id-of.ts';
import { type OddValue, oddValuesOf } from './odd-values-of.ts';

/** In one run, and of one operation: enough for its members, few enough to wait for. */
const MOST = 500;
const MOST_OF_OPERATION = 60;

/** A step that sends an odd value, and where that stands. */
type Odd = { step: Step; place: string; odd: OddValue };

/** Journeys that send odd values to each operation which a kept plan calls with success, on the shortest way there. */
export function explorationsOf(plans: readonly Plan[], model: SpecModel): Exploration[] {
  const each = model.operations.map((operation) => {
    const way = shortestWay(plans, operation);
    return way === undefined ? [] : explored(way, operation, model).slice(0, MOST_OF_OPERATION);
  });
  const share = Math.max(1, Math.floor(MOST / Math.max(1, each.length)));
  const first = each.flatMap((own) => own.slice(0, share));
  return [...first, ...each.flatMap((own) => own.slice(share))].slice(0, MOST);
}

/** A plan, cut behind the step that calls the operation. */
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
  // An address of another form leads to nothing.
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

/** Valid values of every place before malformed ones, and the first of each place before the second of any. */
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

/** Nothing is claimed of the answer; a refusal for a reason that the plan knows is met as in the plan. */
function bare(step: Step): Step {
  const { optional: _optional, guessed: _guessed, echoed: _echoed, open: _open, assumed: _assumed, ...kept } = step;
  const { effectOf: _effect, onlyWhere: _only, mayBeAbsent: _absent, ...own } = kept;
  return { ...own, ...(step.body ? { body: requiredOf(step.body, step.optional) } : {}), assert: [], probes: [] };
}

/** Of a body the members that may not be left out: what goes along should be no reason for a refusal. */
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

/** Members, and those of the objects among them, which some APIs wrap a thing in. */
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

/** The template with a member set; undefined where what it would stand in is not sent. */
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

/** Of reads alone: what an odd address or filter makes of a write, nobody could take away. */
function inParameters(step: Step, { method, parameters }: Operation, { schemas }: SpecModel): Odd[] {
  if (method !== 'GET') return [];
  return parameters.flatMap((parameter) => {
    const { name, in: where, schema, json } = parameter;
    if ((where !== 'path' && where !== 'query') || json) return [];
    return oddValuesOf(schemas.flatten(schema)).flatMap((odd) => {
      // An empty segment leads to another path, and there is no null in an address.
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
