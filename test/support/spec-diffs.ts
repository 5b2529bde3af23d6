import { diffSpecs, type ReadSpec } from '#planner/compare/diff-specs.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { readSpec } from '#planner/intake/read-spec.ts';

export type Parts = { parameters?: object[]; body?: object; answer?: object; more?: object; schemas?: object };

export const json = (schema: object) => ({ 'application/json': { schema } });
export const schemaOf = (schema: object | undefined) => (schema ? { content: json(schema) } : {});

/** A document of one operation, put together of what a case is about. */
export const spec = ({ parameters = [], body, answer, more, schemas = {} }: Parts, path = '/things/{id}') => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    [path]: {
      put: {
        parameters: [{ name: /\{(.*)\}/.exec(path)?.[1], in: 'path', required: true, schema: {} }, ...parameters],
        ...(body ? { requestBody: schemaOf(body) } : {}),
        responses: { 200: { description: 'ok', ...schemaOf(answer) } },
        ...more,
      },
    },
  },
  components: { schemas },
});

export const read = async (document: object): Promise<ReadSpec> => ({
  document: document as JsonObject,
  model: await readSpec(document),
});
export const diff = async (before: object, after: object) => diffSpecs(await read(before), await read(after));

export const at = '/paths/~1things~1{id}/put';
export const query = (more: object = {}, schema: object = { type: 'string' }) => ({
  name: 'q',
  in: 'query',
  schema,
  ...more,
});
export const object = (properties: object, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
export const text = { type: 'string' };
export const number = { type: 'integer' };
export const cyclic = (text: object) => ({ Node: object({ name: text, next: { $ref: '#/components/schemas/Node' } }) });
export const node = { $ref: '#/components/schemas/Node' };
