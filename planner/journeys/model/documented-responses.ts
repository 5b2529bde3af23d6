import type { DocumentedResponse, Expectation, Json, JsonSchema } from '#verifier/plan/plan.ts';

import { hashOf } from '../../intake/json/canonical-json.ts';
import { successResponses } from '../../resources/responses/response-shape.ts';
import { isObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Response } from '../../intake/model/operation.ts';

/** The `$defs` name of a response schema: the component's own, or one made from the content of an inline schema. */
export function schemaName(schema: JsonSchema): string {
  const reference = isObject(schema) && Object.keys(schema).length === 1 ? schema['$ref'] : undefined;
  if (typeof reference === 'string') return reference.slice('#/$defs/'.length);
  return `inline-${hashOf(schema).slice('sha256:'.length, 'sha256:'.length + 12)}`;
}

const responsesByOperation = new WeakMap<Operation, Record<string, DocumentedResponse>>();

/** The documented responses of an operation as every step carries them. */
export function documentedResponses(operation: Operation): Record<string, DocumentedResponse> {
  const responses = responsesByOperation.get(operation) ?? responsesOf(operation);
  responsesByOperation.set(operation, responses);
  return responses;
}

/**
 * Further statuses that an operation of unstated status may answer: 201 after POST and PUT; 202 or 204 where no member
 * of the response is documented; 200 where only 204 is documented.
 */
function unstated({ method, responses }: Operation): [string, Response][] {
  const [success, ...others] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const said = success === undefined || others.length > 0 ? undefined : responses[success];
  if (!said?.isUnstated || method === 'GET' || method === 'HEAD') return [];
  const isBare =
    said.assumed || said.schema === undefined || (isObject(said.schema) && Object.keys(said.schema).join() === 'type');
  return [
    ...(success === '200' && (method === 'POST' || method === 'PUT') ? [['201', said] as [string, Response]] : []),
    ...(success === '204' ? [['200', said] as [string, Response]] : []),
    ...(isBare ? ['202', '204'].map((status): [string, Response] => [status, bare(said)]) : []),
  ];
}

function bare(said: Response): Response {
  return { ...said, contentTypes: [], schema: undefined };
}

function responsesOf(operation: Operation): Record<string, DocumentedResponse> {
  return Object.fromEntries(
    [...Object.entries(operation.responses), ...unstated(operation)].map(
      ([status, { contentTypes, schema, assumed, requiredHeaders = [] }]) => [
        status,
        {
          contentTypes,
          ...(schema === undefined || assumed ? {} : { schema: schemaName(schema) }),
          ...(requiredHeaders.length > 0 ? { requiredHeaders } : {}),
        },
      ],
    ),
  );
}

/**
 * The documented 2xx statuses, or those that an unstated status allows; any 2xx where only `default` is documented
 * (planner and verifier §6.1).
 */
export function expectSuccess(operation: Operation): Expectation {
  const status = successes.get(operation) ?? statusesOf(operation);
  successes.set(operation, status);
  return { outcome: 'success', status, responses: documentedResponses(operation) };
}

const successes = new WeakMap<Operation, Expectation['status']>();

function statusesOf(operation: Operation): Expectation['status'] {
  const made = Object.keys(documentedResponses(operation)).filter((status) => status.startsWith('2'));
  const documented = made.length > 0 ? made : seeOther(operation);
  return documented.length > 0 ? documented.map((code) => (code === '2XX' ? code : Number(code))) : ['2XX'];
}

/** 303, where it is all that a write documents of its success. */
function seeOther(operation: Operation): string[] {
  return successResponses(operation).flatMap(([status]) => (status === '303' ? [status] : []));
}

/** True if the operation documents 404, 410 or 4XX. */
export function documentsNotFound({ responses }: Operation): boolean {
  return ['404', '410', '4XX'].some((status) => responses[status] !== undefined);
}

/** A refusal: the first documented code among `likely`, else the first of them. */
export function expectRefusal(
  operation: Operation,
  outcome: Exclude<Expectation['outcome'], 'success'>,
  likely: number[],
): Expectation {
  const documented = likely.find((code) => operation.responses[String(code)] !== undefined);
  return {
    outcome,
    status: [documented ?? likely[0] ?? 404],
    responses: documentedResponses(operation),
  };
}

/** Keywords that recommend values and exclude none. */
const HINTS = new Set(['examples', 'default', 'emptyDefault']);

function withoutExamples(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (HINTS.has(key)) return isSchemaMap(value) ? [[key, withoutExamples(value)]] : [];
      return [[key, key === 'enum' || key === 'const' ? value : withoutExamples(value)]];
    }),
  );
}

/** A property may itself be named "default" or "examples"; then its value is a schema, met inside `properties`. */
function isSchemaMap(value: Json): boolean {
  return isObject(value) && (typeof value['type'] === 'string' || typeof value['$ref'] === 'string');
}

/** The shared schemas that the kept plans' responses use, by name, closed under references. */
export function bundleDefinitions(schemas: SchemaStore, operations: Iterable<Operation>): Record<string, JsonSchema> {
  const inline = new Map<string, JsonSchema>();
  const reached = new Set<string>();
  for (const operation of operations)
    for (const { schema, assumed } of Object.values(operation.responses)) {
      if (schema === undefined || assumed) continue;
      const name = schemaName(schema);
      if (name.startsWith('inline-')) inline.set(name, schema);
      schemas.reachable(schema, reached);
    }
  const names = [...inline.keys(), ...reached].sort();
  return Object.fromEntries(
    names.map((name) => [name, withoutExamples(inline.get(name) ?? schemas.definition(name)) as JsonSchema]),
  );
}
