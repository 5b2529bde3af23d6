import type { AuditAction } from './audit-actions.ts';
import type { Capability } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';
import type { EndpointQuota } from './fair-use.ts';
import type { Method } from './method.ts';
import type { Permission } from './permissions.ts';
import { type EntityTag, requestHeaders } from './request-headers.ts';
import { uuid } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';

type Fields = Record<string, z.ZodMiniType>;
type Body = z.ZodMiniType;

type MediaType = 'application/json' | 'application/x-ndjson' | 'text/csv' | 'text/event-stream' | 'text/html';

/** What can be done with the answer: operationId → path parameter → where its value stands (runtime expression of OpenAPI). */
type Links = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * One endpoint of the public interface: the single source of its route, validation, permission, rights, OpenAPI and client types.
 * `path` parameters are uuids unless `request.path` says otherwise. `success.body` filters the answer: unknown fields never leave.
 */
export type Endpoint<
  Path extends string = string,
  Query extends Fields = Fields,
  RequestBody extends Body | undefined = Body | undefined,
  ResponseBody extends Body | undefined = Body | undefined,
  Uses extends Capability = Capability,
  Permit extends Permission = Permission,
  Audits extends AuditAction = AuditAction,
> = {
  operationId: string;
  method: Method;
  path: Path;
  summary: string;
  tags: readonly [string];
  permission: Permit;
  request: {
    query: z.ZodMiniObject<Query>;
    body: RequestBody;
    pathFields: z.ZodMiniObject<Fields>;
    /** By canonical name; all optional. */
    headerFields: z.ZodMiniObject<Fields>;
    /** Largest body in bytes. */
    maxBodyBytes: number;
  };
  /** `isSecret`: the answer holds a secret that is at rest nowhere. A body that is no JSON is a text, as it is. */
  success: {
    status: 200 | 201 | 202 | 204;
    body: ResponseBody;
    mediaType: MediaType;
    /**
     * What the answer can be had in instead: by a query, and the use case names it as content-type; `text/event-stream` by Accept, each event
     * with such an answer.
     */
    orAs: MediaType | undefined;
    links: Links;
    isSecret: boolean;
  };
  /** What is counted beside the tenant's requests a minute. */
  quotas: readonly EndpointQuota[];
  /** Where the resource has an entity tag: what it is made of. Reads then honour If-None-Match, writes of a version If-Match. */
  etag: EntityTag | undefined;
  /** How long an answer may take at most. */
  timeoutSeconds: number;
  /**
   * What a write lies in, which must not be above the limits of the plan (decision record 0128): the containers of its path, with those the
   * feature that its body names, or none of them. Undefined for reads.
   */
  container: Container | undefined;
  /** It adds something that plans limit, or a user: not while the tenant is frozen. */
  adds: boolean;
  /** Of its function; undefined: as much as the others. */
  memoryMb: number | undefined;
  /** Of the account's functions at once: kept for this one, and the most that it takes, so that it cannot starve the others. */
  concurrencyShare: number | undefined;
  uses: readonly Uses[];
  /** What the audit log says of its success, in the same transaction. */
  audits: readonly Audits[];
  /** Codes beyond those that every endpoint of its kind can answer with. */
  errors: readonly ErrorCode[];
};

/** Where a write stands, as the limits of the plan see it. */
type Container = 'PATH' | 'FEATURE_OF_BODY' | 'NONE';

type Definition<
  P extends string,
  Q extends Fields,
  B extends Body | undefined,
  S extends Body | undefined,
  U extends Capability,
  Permit extends Permission,
  A extends AuditAction,
> = {
  operationId: string;
  method: Method;
  path: P;
  summary: string;
  tags: readonly [string];
  permission: Permit;
  request?: { query?: Q; body?: B; path?: Fields; maxBodyBytes?: number };
  success: {
    status: 200 | 201 | 202 | 204;
    body?: S;
    mediaType?: MediaType;
    orAs?: MediaType;
    links?: Links;
    isSecret?: true;
  };
  etag?: EntityTag;
  quotas?: readonly EndpointQuota[];
  timeoutSeconds?: number;
  container?: Container;
  adds?: true;
  memoryMb?: number;
  concurrencyShare?: number;
  uses: readonly U[];
  audits?: readonly A[];
  errors?: readonly ErrorCode[];
};

/** Names of the parameters in a path template, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);

/** Whether the limits of a plan can refuse a request (READ_ONLY_OVER_LIMIT): a write in something that is above, or an addition while frozen. */
export const canBeAbove = ({ method, container, adds }: Pick<Endpoint, 'method' | 'container' | 'adds'>): boolean =>
  method !== 'GET' && method !== 'DELETE' && (adds || (container !== undefined && container !== 'NONE'));

/** 256 KiB: the limit of an ordinary JSON body (decision record 0002). */
const ordinaryBody = 256 * 1024;

/** 3 MiB: what one request carries inline of a spec or a recorded run (decision record 0002). */
export const inlineDocumentBytes = 3 * 1024 * 1024;

export const defineEndpoint = <
  const P extends string,
  const Permit extends Permission,
  U extends Capability = never,
  Q extends Fields = Record<never, never>,
  B extends Body | undefined = undefined,
  S extends Body | undefined = undefined,
  A extends AuditAction = never,
>(
  definition: Definition<P, Q, B, S, U, Permit, A>,
): Endpoint<P, Q, B, S, U, Permit, A> => {
  const {
    request = {},
    success,
    etag,
    quotas = [],
    timeoutSeconds = 10,
    memoryMb,
    concurrencyShare,
    container,
    adds = false,
    audits = [],
    errors = [],
    ...rest
  } = definition;
  const fields: Fields = Object.fromEntries(
    pathParameters(definition.path).map((name) => [name, request.path?.[name] ?? uuid]),
  );
  return {
    ...rest,
    audits,
    errors,
    etag,
    quotas,
    timeoutSeconds,
    memoryMb,
    concurrencyShare,
    container,
    adds,
    success: {
      status: success.status,
      body: success.body as S,
      mediaType: success.mediaType ?? 'application/json',
      orAs: success.orAs,
      links: success.links ?? {},
      isSecret: success.isSecret === true,
    },
    request: {
      query: z.object((request.query ?? {}) as Q),
      body: request.body as B,
      pathFields: z.object(fields),
      headerFields: requestHeaders(definition.method, definition.permission, etag),
      maxBodyBytes: request.maxBodyBytes ?? ordinaryBody,
    },
  };
};
