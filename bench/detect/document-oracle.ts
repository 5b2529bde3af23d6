import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from './proxy/operations.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';

/** Checks responses against the spec with another library than the product uses. */
export type DocumentOracle = {
  /** What is wrong with a response; undefined if it is as documented. Undocumented operations are not judged. */
  judge(request: WireRequest, answer: WireResponse): string | undefined;
  /** Operations ("METHOD /template") that have answered 2xx. */
  walked: Set<string>;
};

export function documentOracle(spec: JsonObject): DocumentOracle {
  const document =
    typeof spec.openapi === 'string' && spec.openapi.startsWith('3.1') ? spec : (plain(spec) as JsonObject);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true });
  ajv.addSchema({ ...document, $id: 'document' });
  const base = baseOf(spec);
  const walked = new Set<string>();

  function judge(request: WireRequest, { status, headers, body }: WireResponse): string | undefined {
    const { pathname } = new URL(request.url);
    const method = request.method.toLowerCase();
    const template = pathname.startsWith(base) ? templateOf(document, method, pathname.slice(base.length)) : undefined;
    if (template === undefined) return undefined;
    const key = `${request.method} ${template}`;
    if (status < 300) walked.add(key);
    // A documented 500 counts as well: the server reports its own failure.
    if (status === 500) return `${key}: 500 is a server error`;
    const responses = `/paths/${escaped(template)}/${method}/responses`;
    const place = [String(status), 'default'].map((name) => `${responses}/${name}`).find((one) => at(document, one));
    // Specs often omit refusals that come before the operation, so 401 and 403 are not judged.
    if (place === undefined)
      return status === 401 || status === 403 ? undefined : `${key}: ${status} is not documented`;
    const schema = schemaPlace(document, resolved(document, place), headers['content-type'] ?? '');
    if (schema === undefined) return undefined;
    if (schema === 'OTHER_TYPE') return `${key}: ${status} is answered as ${headers['content-type']}`;
    if (!isJson(headers['content-type'])) return undefined;
    const validate = ajv.compile({ $ref: `document#${schema}` });
    return validate(JSON.parse(body)) ? undefined : `${key}: ${status} ${ajv.errorsText(validate.errors)}`;
  }
  return { judge, walked };
}

/** The path template of a request. Fixed segments win over parameters. */
function templateOf(document: JsonObject, method: string, path: string): string | undefined {
  const segments = path.split('/');
  const fits = (template: string) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || isOf(part, segments[index] ?? ''))
    );
  };
  // A parameter with an optional format suffix: {id}.json.
  const isOf = (part: string, segment: string) =>
    /^\{.*\}(\.json)?$/.test(part) && segment.endsWith(part.replace(/^.*\}/, ''));
  const fitting = Object.entries(object(document.paths)).filter(([name, item]) => object(item)[method] && fits(name));
  return fitting.map(([name]) => name).sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

/**
 * JSON Pointer of the schema for a response of this media type. Undefined if the type has no schema. OTHER_TYPE if only
 * other types are documented.
 */
function schemaPlace(document: JsonObject, response: string, type: string): string | undefined {
  const described = object(at(document, response));
  if (described.schema !== undefined) return `${response}/schema`;
  const types = Object.keys(object(described.content));
  if (types.length === 0) return undefined;
  const name = types.find((one) => one === type.split(';', 1)[0]);
  if (name === undefined) return 'OTHER_TYPE';
  const place = `${response}/content/${escaped(name)}/schema`;
  return at(document, place) === undefined ? undefined : place;
}

const isJson = (type = '') => /^application\/(?:[\w.-]+\+)?json$/.test(type.split(';', 1)[0] ?? '');

function resolved(document: JsonObject, place: string): string {
  const { $ref } = object(at(document, place));
  return typeof $ref === 'string' ? resolved(document, $ref.slice(1)) : place;
}

function at(document: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const segment of pointer.split('/').slice(1))
    value = object(value)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
  return value;
}

function object(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

function baseOf(spec: JsonObject): string {
  if (typeof spec.basePath === 'string') return spec.basePath.replace(/\/$/, '');
  const server = object(Array.isArray(spec.servers) ? spec.servers[0] : undefined);
  const url = String(server.url ?? '/').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(object(object(server.variables)[name]).default),
  );
  return new URL(url, 'http://localhost').pathname.replace(/\/$/, '');
}

/** Converts a schema of OpenAPI before 3.1 to JSON Schema: `nullable`, files, and required writeOnly members. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const schema: JsonObject = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
  if (Array.isArray(schema.required)) {
    const isSentOnly = (name: Json) => object(object(schema.properties)[String(name)]).writeOnly === true;
    schema.required = schema.required.filter((name) => !isSentOnly(name));
  }
  if (schema.type === 'file') return {};
  return schema.nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
