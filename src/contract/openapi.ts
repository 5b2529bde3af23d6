import { canBeAbove, type Endpoint, pathParameters } from './define-endpoint.ts';
import { examplesOf } from './examples/index.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { type JsonObject, SchemaCollection } from './openapi-schemas.ts';
import { canBeForbidden } from './permissions.ts';
import { problem } from './schemas/problem.ts';
import type * as z from './schemas/zod.ts';

const successWords = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'Done; no body' } as const;

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** By path, then by method: no order of files or exports shows in the document. */
const inOrder = (a: Endpoint, b: Endpoint): number =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1;

/** The OpenAPI 3.1 document of the endpoints (specification §9): the same registry, hence never out of step with what is served. */
export const openapiDocument = (registry: readonly Endpoint[]): JsonObject => {
  const endpoints = registry.toSorted(inOrder);
  const schemas = new SchemaCollection();
  const problemSchema = schemas.add(problem, 'output');
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationObject(endpoint, schemas, problemSchema);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Test Verification Service',
      version: '1.0.0',
      description: 'From an OpenAPI spec to a verdict: journeys, verifiers, runs and coverage.',
    },
    servers: [{ url: '/', description: 'Wherever this document is served from' }],
    tags: [...new Set(endpoints.flatMap(({ tags }) => tags))].toSorted().map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token (POST /api/v1/pats), or an access token of the issuer that people sign in at.',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
};

const operationObject = (endpoint: Endpoint, schemas: SchemaCollection, problemSchema: JsonObject): JsonObject => {
  const { operationId, method, summary, tags, permission, request, success, etag } = endpoint;
  const parameters = [
    ...parameterObjects('path', request.pathFields, schemas),
    ...parameterObjects('query', request.query, schemas),
    ...parameterObjects('header', request.headerFields, schemas),
  ];
  const examples = examplesOf(endpoint);
  const mediaTypes = [success.mediaType, ...(success.orAs === undefined ? [] : [success.orAs])];
  const answer = success.body && content(mediaTypes, schemas.add(success.body, 'output'), examples.answer);
  return {
    operationId,
    summary,
    tags,
    ...(permission === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request.body
      ? {
          requestBody: {
            required: !isOptional(request.body),
            ...content(['application/json'], schemas.add(request.body, 'input'), examples.request),
          },
        }
      : {}),
    responses: {
      [success.status]: {
        description: successWords[success.status],
        ...answer,
        ...taggedAnswer(endpoint),
        ...linksOf(endpoint),
      },
      ...(etag !== undefined && method === 'GET'
        ? { 304: { description: 'Not changed; no body', headers: tagHeader } }
        : {}),
      ...problemResponses(errorsOf(endpoint), problemSchema, schemas),
    },
  };
};

const tagHeader = { ETag: { description: 'The version that is shown', schema: { type: 'string' } } };

const taggedAnswer = ({ etag, success }: Endpoint): JsonObject =>
  etag === undefined || success.body === undefined ? {} : { headers: tagHeader };

const linksOf = ({ success }: Endpoint): JsonObject => {
  const links = Object.entries(success.links).map(([target, parameters]) => [
    target,
    { operationId: target, parameters },
  ]);
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
};

const content = (mediaTypes: readonly string[], schema: JsonObject, example: unknown): JsonObject => ({
  content: Object.fromEntries(
    mediaTypes.map((mediaType) => [mediaType, { schema, ...(example === undefined ? {} : { example }) }]),
  ),
});

const isOptional = (schema: z.ZodMiniType): boolean => schema._zod.optin !== undefined;

const parameterObjects = (
  place: 'path' | 'query' | 'header',
  fields: z.ZodMiniObject<Record<string, z.ZodMiniType>>,
  schemas: SchemaCollection,
): JsonObject[] =>
  Object.entries(fields.shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !isOptional(schema),
    schema: schemas.add(schema, 'input'),
  }));

/** Every code that the endpoint can answer with: its own, and those that follow from its kind. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => {
  const { permission, request, path, errors } = endpoint;
  const shapes = [request.pathFields, request.query, request.headerFields];
  const parameters = shapes.some(({ shape }) => Object.keys(shape).length > 0);
  const codes: ErrorCode[] = [
    ...(parameters ? (['INVALID_PARAMETER'] as const) : []),
    ...(request.body ? (['VALIDATION_FAILED', 'MALFORMED_JSON', 'TOO_DEEP'] as const) : []),
    ...(permission === 'public'
      ? []
      : (['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SSO_REQUIRED', 'RATE_LIMITED', 'DEPENDENCY_UNAVAILABLE'] as const)),
    ...(canBeForbidden(endpoint) ? (['FORBIDDEN'] as const) : []),
    ...(canBeAbove(endpoint) ? (['READ_ONLY_OVER_LIMIT'] as const) : []),
    ...(pathParameters(path).length > 0 ? (['NOT_FOUND'] as const) : []),
    ...('If-Match' in request.headerFields.shape ? (['PRECONDITION_FAILED'] as const) : []),
    ...('Idempotency-Key' in request.headerFields.shape ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(request.body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...errors,
  ];
  return [...new Set(codes)];
};

const problemResponses = (
  codes: readonly ErrorCode[],
  problemSchema: JsonObject,
  schemas: SchemaCollection,
): JsonObject =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => errorCatalogue[code].status)].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: {
          'application/problem+json': { schema: problemOf(group, problemSchema, schemas) },
        },
      },
    ]),
  );

/** Groups of so many codes at most recur, and stand in the document once. */
const mostShared = 2;

const problemOf = (group: readonly ErrorCode[], problemSchema: JsonObject, schemas: SchemaCollection): JsonObject => {
  const shape = { allOf: [problemSchema, { properties: { code: { enum: group } } }] };
  if (group.length > mostShared) return shape;
  return schemas.share(`${group.map(pascalCase).join('Or')}Problem`, shape);
};

const pascalCase = (code: string): string =>
  code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
