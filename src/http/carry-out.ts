import type { Endpoint } from '#contract/define-endpoint.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import { type Alongside, KeyTaken } from '#domain/alongside.ts';
import type { UseCaseResult } from '#domain/use-case.ts';
import { entityTagOf } from './entity-tags.ts';
import { filterAnswer } from './filter-answer.ts';
import { keep, type Kept, keptFor, onceRequest } from './once.ts';
import type { Operation, RawRequest, ServeDependencies } from './operation.ts';
import { quotasOf } from './quotas-of.ts';

/** An answer as it is shown, without what all answers have; `defect` is for the log alone. */
export type Shown = { headers: Record<string, string>; body: string; defect?: unknown };

type Input = { path: Record<string, string> } & Record<string, unknown>;

/** One run of the use case; what it answers goes through the endpoint's schema. */
export const run = async (
  { endpoint, run: useCase }: Operation,
  input: Input,
  { ports, runtime }: ServeDependencies,
): Promise<Shown> => {
  // The registry holds endpoints of every shape; `implement` has checked that this use case fits this endpoint.
  const result = await useCase(input as never, ports as never, runtime);
  return shownBy(endpoint, result as UseCaseResult<Endpoint>);
};

const shownBy = (endpoint: Endpoint, { body, version, headers, defect }: UseCaseResult<Endpoint>): Shown => {
  const filtered = filterAnswer(endpoint, body);
  const tag = entityTagOf(endpoint, version, filtered.text);
  const failed = defect ?? filtered.defect;
  return {
    headers: { ...(tag && { etag: tag }), ...headers },
    body: filtered.text,
    ...(failed !== undefined && { defect: failed }),
  };
};

const mostTries = 5;

/**
 * A POST, or what has quotas: once for each Idempotency-Key, however often and at the same time it is sent. The answer is kept in the transaction of the
 * effect, so one is never there without the other. Throws IDEMPOTENCY_KEY_REUSED.
 */
export const carryOut = async (
  operation: Operation,
  request: RawRequest,
  input: Input & { actor: Actor; scope: TenantScope },
  key: string | undefined,
  dependencies: ServeDependencies,
): Promise<Shown> => {
  const { endpoint } = operation;
  const { access, runtime, limits } = dependencies;
  const { actor, scope } = input;
  const now = runtime.now();
  const quotas = limits ? quotasOf(endpoint, actor, request, input, now) : [];
  const once =
    key === undefined
      ? undefined
      : onceRequest(
          { userId: actor.userId, token: request.headers['authorization'] ?? '' },
          { method: endpoint.method, path: request.path, key, body: request.body ?? '' },
          endpoint.success.isSecret,
        );
  const kept = (answer: UseCaseResult<Endpoint> | { madeFrom: string }): Kept =>
    'madeFrom' in answer ? answer : shownBy(endpoint, answer);
  const alongside = (answer: UseCaseResult<Endpoint> | { madeFrom: string }): Alongside => {
    // Made in any case: an answer that cannot be shown throws here, before anything is written.
    const shown = kept(answer);
    return {
      ...(once && { answer: { ...keep(once, shown, (count) => runtime.randomBytes(count)), now } }),
      quotas,
    };
  };
  for (let tries = 1; ; tries += 1) {
    const stored = once && (await access.findKeptAnswer(scope, once.keyHash));
    const earlier = once && stored && keptFor(once, stored);
    if (earlier && !('madeFrom' in earlier)) return replayed(earlier);
    try {
      const shown = await run(operation, { ...input, alongside, madeFrom: earlier?.madeFrom }, dependencies);
      return earlier ? replayed(shown) : shown;
    } catch (error) {
      if (!(error instanceof KeyTaken) || tries === mostTries) throw error;
    }
  }
};

const replayed = ({ headers, body }: Shown): Shown => ({
  headers: { ...headers, 'idempotency-replayed': 'true' },
  body,
});
