import type { DocumentedResponse, Expectation, Json, JsonSchema } from '#verifier/plan/plan.ts';

import { hashOf } from '../../intake/json/canonical-json.ts';
import { successResponses } from '../../resources/responses/response-shape.ts';
import { isObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Response } from '../../intake/model/operation.ts';

/**
 * Returns the name of a response schema in the bundle's `$defs`: the component's name for a schema that is only a
 * `$ref`, else "inline-" and a hash of the schema.
 */
export function schemaName(schema: JsonSchema): string {
  const reference = isObject(schema) && Object.keys(schema).length === 1 ? schema['$ref'] : undefined;
  if (typeof reference === 'string') return reference.slice('#/$defs/'.length);
  return `inline-${hashOf(schema).slice('sha256:'.length, 'sha256:'.length + 12)}`;
}

const responsesByOperation = new WeakMap<Operation, Record<string, DocumentedResponse>>();

/** Returns an operation's responses by status, those of `unstated` included, in the form that a plan's step carries. */
export function documentedResponses(operation: Operation): Record<string, DocumentedResponse> {
  const responses = responsesByOperation.get(operation) ?? responsesOf(operation);
  responsesByOperation.set(operation, responses);
  return responses;
}

/**
 * Returns further 2xx statuses to accept for a write whose only documented 2xx is a generator's default. 200 of a POST
 * or PUT: also 201. 204: also 200. No schema, or one with `type` alone: also 202 and 204.
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
 * Returns the expectation of a success: the documented 2xx statuses and those of `unstated`. Without any: 303 if it is
 * the documented success, else any 2xx (planner and verifier §6.1).
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

/** Returns ["303"] if 303 is the operation's documented success, else []. */
function seeOther(operation: Operation): string[] {
  return successResponses(operation).flatMap(([status]) => (status === '303' ? [status] : []));
}

/** True if the operation documents 404, 410 or 4XX. */
export function documentsNotFound({ responses }: Operation): boolean {
  return ['404', '410', '4XX'].some((status) => responses[status] !== undefined);
}

/**
 * Returns the expectation of a refusal. Its status is the first of `likely` that is documented, else the
 * first of `likely`.
 */
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

/** Schema keywords that suggest values and exclude none. */
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

/**
 * True for an object with a text at `type` or `$ref`. It is taken for a schema: then "default" or "examples" is the
 * name of a property, not a keyword.
 */
function isSchemaMap(value: Json): boolean {
  return isObject(value) && (typeof value['type'] === 'string' || typeof value['$ref'] === 'string');
}

/**
 * Returns the `$defs` of a bundle: the operations' response schemas by name, and all schemas that they refer to.
 * Examples and defaults are left out.
 */
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
