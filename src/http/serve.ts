import type { Endpoint } from '#contract/define-endpoint.ts';
import { errorCatalogue, ServiceError } from '#contract/errors.ts';
import { tokenExpiryHeader } from '#contract/token-expiry-header.ts';
import type { Actor } from '#domain/access/actor.ts';
import { TierChanged } from '#domain/access/tier-changed.ts';
import { asNobodyYet } from '#domain/access/person.ts';
import { placeActor, requirePermission } from '#domain/access/authorize.ts';
import { fairUse, unlimited } from '#domain/billing/fair-use.ts';
import { requireWithinPlan } from '#domain/billing/read-only.ts';
import { RateLimited } from '#domain/alongside.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { eventStreamOf, eventStreamType } from './event-stream.ts';
import { isKnown, namedVersions } from './entity-tags.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { carryOut, run } from './carry-out.ts';
import type { Operation, RawRequest, RawResponse, RequestLog, ServeDependencies } from './operation.ts';
import { parseBody, parseHeaders, parsePath, parseQuery, readJson } from './parse-request.ts';
import { problemBody } from './problem.ts';
import { MethodNotAllowed } from './route-table.ts';

/**
 * One request, top to bottom: authenticate → body syntax → path and query → visibility (404) → permission (403) → body → limits of the plan (403) → use case → filter.
 * Every ServiceError becomes one problem body; anything else is logged whole and answered INTERNAL.
 */
export const serve = async (
  operation: Operation,
  request: RawRequest,
  dependencies: ServeDependencies,
): Promise<RawResponse> => {
  const started = performance.now();
  const { endpoint } = operation;
  let actor: Actor | undefined;
  const done = (response: RawResponse, extra: Partial<RequestLog>): RawResponse => {
    const durationMs = Math.round((performance.now() - started) * 100) / 100;
    dependencies.log({
      requestId: request.requestId,
      operationId: endpoint.operationId,
      status: response.status,
      durationMs,
      requestBytes: Buffer.byteLength(request.body ?? ''),
      responseBytes: Buffer.byteLength(response.body),
      ...(response.headers['idempotency-replayed'] === 'true' && { isReplay: true }),
      ...(actor && { tenantId: actor.tenantId, userId: actor.userId }),
      ...extra,
    });
    return response;
  };
  let limits: Record<string, string> | undefined;
  const attempt = async () => {
    const caller = endpoint.permission === 'public' ? undefined : await authenticate(operation, request, dependencies);
    actor = caller?.actor;
    limits ??= caller && dependencies.limits?.admit(actor ?? asNobodyYet(caller.person));
    return answer(operation, request, caller, dependencies);
  };
  try {
    const { defect, ...response } = await underOneTier(attempt);
    const failed = defect === undefined ? {} : { error: defect };
    return done({ ...response, headers: { ...response.headers, ...limits, ...tokenEnd(actor) } }, failed);
  } catch (error) {
    const known = error instanceof ServiceError ? error : internalError();
    const problem = problemResponse(known, request);
    return done(
      { ...problem, headers: { ...problem.headers, ...tokenEnd(actor) } },
      {
        code: known.code,
        ...(isExpected(error) ? {} : { error }),
      },
    );
  }
};

const mostTiers = 3;

/** Decided anew, roles and limits too, where the tenant's tier changed before the write. Throws DEPENDENCY_UNAVAILABLE where it does not rest. */
const underOneTier = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; tries <= mostTiers; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TierChanged)) throw error;
    }
  }
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', 'The tier of your tenant is being changed. Try again.');
};

const answer = async (
  operation: Operation,
  request: RawRequest,
  caller: Caller | undefined,
  dependencies: ServeDependencies,
): Promise<RawResponse & { defect?: unknown }> => {
  const { endpoint } = operation;
  const json = readJson(endpoint, request.headers, request.body);
  const path = parsePath(endpoint, request.pathParameters);
  const query = parseQuery(endpoint, request.rawQuery);
  const conditions = parseHeaders(endpoint, request.headers);
  const { actor, person } = caller ?? {};
  const scope = actor && placeActor(actor, path, caller?.containersExist === true);
  if (actor) requirePermission(actor, endpoint, path);
  const body = parseBody(endpoint, json);
  if (actor && scope) await requireWithinPlan(endpoint, { actor, scope, path, body }, dependencies.access);
  const ifMatch = namedVersions(conditions['If-Match']);
  const { headers, baseUrl } = request;
  const stream = eventStreamOf(endpoint, request, commonHeaders(request));
  const audit = caller && auditOf(actor ?? asNobodyYet(person), request.requestId, dependencies.runtime);
  const input = {
    actor,
    scope,
    person,
    head: caller?.head,
    path,
    query,
    body,
    text: request.body,
    headers,
    baseUrl,
    ifMatch,
    audit,
    fairUse: dependencies.limits && actor ? fairUse[actor.tier] : unlimited,
    early: stream?.early ?? (() => undefined),
  };
  const given = actor && scope && (endpoint.method === 'POST' || endpoint.quotas.length > 0);
  const shown = given
    ? await carryOut(operation, request, { ...input, actor, scope }, conditions['Idempotency-Key'], dependencies)
    : await run(operation, input, dependencies);
  const described = { ...commonHeaders(request), ...shown.headers };
  const tag = described['etag'];
  if (isKnown(conditions['If-None-Match'], tag)) return { status: 304, headers: described, body: '' };
  if (stream)
    return {
      ...shown,
      status: endpoint.success.status,
      headers: { ...described, 'content-type': eventStreamType },
      body: stream.whole(shown.body),
    };
  const type: Record<string, string> = hasContent(endpoint) ? { 'content-type': contentTypeOf(endpoint) } : {};
  return { ...shown, status: endpoint.success.status, headers: { ...type, ...described } };
};

const hasContent = ({ success }: Endpoint): boolean => success.body !== undefined;

const contentTypeOf = ({ success }: Endpoint): string =>
  success.mediaType === 'text/html' ? 'text/html; charset=utf-8' : success.mediaType;

/** The answer to a ServiceError; also used where no endpoint matched. */
export const problemResponse = (error: ServiceError, request: Pick<RawRequest, 'path' | 'requestId'>): RawResponse => ({
  status: errorCatalogue[error.code].status,
  headers: {
    ...commonHeaders(request),
    'content-type': 'application/problem+json',
    ...challenge(error),
    ...(error instanceof MethodNotAllowed ? { allow: error.allow } : {}),
    ...retryAfter(error),
  },
  body: problemBody(error, request.path, request.requestId),
});

/** RFC 6750 §3: without a token there is no error to name. */
const challenge = ({ code }: ServiceError): Record<string, string> => {
  if (code === 'TOKEN_EXPIRED')
    return { 'www-authenticate': 'Bearer error="invalid_token", error_description="The access token expired"' };
  return code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {};
};

/** When the caller's token ends, so that clients can warn in time (decision record 0101). */
const tokenEnd = (actor: Actor | undefined): Record<string, string> =>
  typeof actor?.tokenExpiresAt === 'string' ? { [tokenExpiryHeader]: actor.tokenExpiresAt } : {};

const retryAfter = (error: ServiceError): Record<string, string> => {
  if (error instanceof RateLimited) return { 'retry-after': String(error.retryAfterSeconds) };
  return error.code === 'DEPENDENCY_UNAVAILABLE' ? { 'retry-after': '2' } : {};
};

const commonHeaders = ({ requestId }: Pick<RawRequest, 'requestId'>): Record<string, string> => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});

/** A refusal that we meant; one with a cause hides a failure that somebody must see. */
const isExpected = (error: unknown): boolean => error instanceof ServiceError && error.cause === undefined;

const internalError = (): ServiceError =>
  new ServiceError('INTERNAL', 'The request was not carried out. Try again; if it stays, report the request id.');
