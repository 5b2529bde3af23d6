/** Pieces of OpenAPI documents for tests, short enough to read in place. */
type Schema = Record<string, unknown>;

export const text: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };

/** A JSON response. */
export function shows(schema: Schema, status = '200') {
  return { [status]: { description: 'success', content: { 'application/json': { schema } } } };
}

/** A JSON request body. */
export function takes(schema: Schema) {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

export function object(properties: Record<string, Schema>, required: string[] = []): Schema {
  return { type: 'object', required, properties };
}

/** A path parameter. */
export function param(name: string, schema: Schema = text) {
  return { name, in: 'path', required: true, schema };
}

export function spec(paths: object, components: object = {}) {
  return { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths, components };
}

/** Things that can be made and read: beside them, a document that offers only refusals has a journey that asserts a value. */
export const pins = {
  '/pins': {
    post: { ...takes(object({ place: text }, ['place'])), responses: shows(object({ id: text, place: text }), '201') },
  },
  '/pins/{id}': { parameters: [param('id')], get: { responses: shows(object({ id: text, place: text })) } },
};

/** The kinds of the plans that have nothing to do with pins. */
export function kindsBesidePins(plans: { kind: string; operations: string[] }[]): string[] {
  return plans.filter(({ operations }) => !operations.some((one) => one.includes('/pins'))).map(({ kind }) => kind);
}

export const noBody = { '204': { description: 'done' } };

/** A resource with everything: POST and GET on /things, GET, PUT, PATCH and DELETE on /things/{id}. `fields` are sent and shown. */
export function thingSpec(fields: Record<string, Schema>, required: string[] = Object.keys(fields)) {
  const shown = object({ id: integer, ...fields }, ['id', ...required]);
  return spec({
    '/things': {
      post: { ...takes(object(fields, required)), responses: shows(shown, '201') },
      get: { responses: shows({ type: 'array', items: shown }) },
    },
    '/things/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown), '404': { description: 'not found' } } },
      put: { ...takes(object(fields, required)), responses: shows(shown) },
      patch: { ...takes(object(fields)), responses: noBody },
      delete: { responses: noBody },
    },
  });
}

/** What things are called, where nothing is known of how they hang together. */
export function named(nouns: string[]) {
  return { nouns, producerOf: () => undefined };
}
