import { isSuccess } from '../plan/is-success.ts';
import type { JsonObject } from '../plan/json-object.ts';
import { segmentsOf } from '../plan/json-pointer.ts';
import type { DocumentedResponse, Json, JsonSchema, Step } from '../plan/plan.ts';
import type { ReasonCode } from '../result/verdict.ts';
import { isAssertionMet } from '../verdicts/classify-journey.ts';
import type { AssertionFacts, StepFacts } from '../verdicts/facts.ts';
import type { BrokenSchema, Claim, Finding } from './replay.ts';
import { defsOf, schemasAt } from './schemas-at.ts';

const DENIALS = [401, 403, 404, 410];

/**
 * How the response of a failed step was wrong, in a form that a script can check again. Undefined if it has no such
 * form.
 */
export function findingOf(
  step: Step,
  facts: StepFacts,
  reasonCode: ReasonCode,
  $defs: Record<string, JsonSchema>,
): Finding | undefined {
  const { statusCode, afterDelete, body, schemaErrors } = facts;
  const { outcome } = step.expect;
  const claims = (facts.assertions ?? []).flatMap((one) => (isAssertionMet(step, one) ? [] : claimOf(step, one)));
  if (outcome !== 'success') {
    if (isSuccess(statusCode) && afterDelete === 'STILL_THERE') return { kind: 'gone' };
    if (isSuccess(statusCode) && claims.length > 0) return { kind: 'claims', claims };
    return { kind: 'status', wanted: outcome === 'gone' || outcome === 'not-found' ? [404, 410] : DENIALS };
  }
  if (!isSuccess(statusCode)) return { kind: 'status', wanted: ['2XX'] };
  if (reasonCode === 'UNEXPECTED_STATUS') return { kind: 'status', wanted: documentedSuccesses(step) };
  const documented = documentedFor(step, statusCode);
  if (body !== undefined) return { kind: 'body', problem: body, contentTypes: documented?.contentTypes ?? [] };
  if (reasonCode === 'SCHEMA' && schemaErrors) return schemaFinding(schemaErrors, documented?.schema, $defs);
  if (claims.length > 0) return { kind: 'claims', claims };
  const missing = facts.missingCaptures ?? [];
  const of = (place: 'body' | 'header') => missing.filter(({ from }) => from === place).map(({ pointer }) => pointer);
  return missing.length > 0 ? { kind: 'shown', members: of('body'), headers: of('header') } : undefined;
}

function documentedSuccesses({ expect }: Step): (number | string)[] {
  const documented = Object.keys(expect.responses).filter((status) => status.startsWith('2'));
  return [...new Set([...expect.status, ...documented.map((one) => (/^\d+$/.test(one) ? Number(one) : one))])];
}

function documentedFor({ expect: { responses } }: Step, status: number): DocumentedResponse | undefined {
  return responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'];
}

/** The assertion of the plan behind a failed assertion of the facts. Empty if there is none. */
function claimOf(step: Step, { op, pointer, pages, twice, compare = 'exact' }: AssertionFacts): Claim[] {
  const own = step.assert.find(
    (one) => one.op === op && ('list' in one ? one.list === pointer || pages !== undefined : one.pointer === pointer),
  );
  if (own && own.op !== 'status' && own.op !== 'opaque' && own.op !== 'leavesNoneOut')
    return [{ ...own, ...(pages ? { pages } : {}), ...(twice ? { twice } : {}) }];
  // The facts may name a member of a list entry, or one that the response left out.
  for (const one of step.assert) {
    const matches = one.op === 'leavesNoneOut' ? one.members : one.op === 'listContains' ? one.match : [];
    const member = matches.find((each) => each.pointer === pointer);
    if (one.op === 'listContains' && (member || one.list === pointer)) return [one];
    if (member) return [{ op: 'equals', pointer, value: member.value, compare }];
  }
  return [];
}

function schemaFinding(
  errors: NonNullable<StepFacts['schemaErrors']>,
  name: string | undefined,
  $defs: Record<string, JsonSchema>,
): Finding | undefined {
  const headers = errors.flatMap(({ keyword, message }) =>
    keyword === 'header' ? (/"([^"]+)"/.exec(message)?.[1] ?? []) : [],
  );
  const root = name === undefined ? undefined : $defs[name];
  const broken = errors.flatMap(({ pointer, keyword }): BrokenSchema[] => {
    const segments = segmentsOf(pointer);
    const at = segments.map((one) => (/^\d+$/.test(one) ? '*' : one));
    if (keyword === 'writeOnly') return [{ at, schema: { type: 'null' } }];
    return schemasAt(root, segments, $defs)
      .filter((schema) => Object.hasOwn(schema, keyword))
      .map((schema) => ({
        at,
        schema: keyword === 'additionalProperties' ? closed(schema) : { [keyword]: schema[keyword] ?? null },
      }));
  });
  if (headers.length + broken.length === 0) return undefined;
  return { kind: 'schema', broken, headers, $defs: defsOf(broken, $defs) };
}

/** The schema reduced to the names and name patterns of its members, to check alone that the object is closed. */
function closed({ properties, patternProperties, additionalProperties = true }: JsonObject): JsonSchema {
  const namesOf = (members: Json | undefined) =>
    Object.fromEntries(Object.keys(members ?? {}).map((name) => [name, true] as const));
  const patterns = patternProperties === undefined ? {} : { patternProperties: namesOf(patternProperties) };
  return { properties: namesOf(properties), ...patterns, additionalProperties };
}
