import type { Capability } from '#contract/capabilities.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { GuestPermission } from '#contract/permissions.ts';
import type { Actor } from './access/actor.ts';
import type { Person } from './access/person.ts';
import type { ScopeOf } from './access/scope.ts';
import type { Alongside } from './alongside.ts';
import type { Audit } from './audit/audit-entry.ts';
import type { FairUse } from './billing/fair-use.ts';
import type { FeatureHead } from './builds/feature-head.ts';
import type { PortsFor } from './ports/ports.ts';
import type { Runtime } from './ports/runtime.ts';

type PathFields<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathFields<Rest>
  : unknown;
/** What is there only where the endpoint is for those who may have no tenant yet. */
type Guest<E extends Endpoint, T> = E['permission'] extends GuestPermission
  ? T
  : T extends undefined
    ? never
    : undefined;
type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** A validated request, placed and permitted. */
export type UseCaseInput<E extends Endpoint> = {
  actor: E['permission'] extends 'public' ? undefined : Actor | Guest<E, undefined>;
  scope: E['permission'] extends 'public' ? undefined : ScopeOf<E['path']> | Guest<E, undefined>;
  /** Who signed in, with a tenant or without one yet. */
  person: Guest<E, Person>;
  /** Where the feature in the path stands, as it was read with the caller (strongly consistent). */
  head: E['path'] extends `${string}{featureId}${string}` ? FeatureHead : undefined;
  path: PathFields<E['path']>;
  query: z.output<E['request']['query']>;
  body: Output<E['request']['body']>;
  /** How much at once the caller's tier allows. */
  fairUse: FairUse;
  /** The body as it was sent: what a signature is over. */
  text: string | undefined;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The only versions at which the caller wants the write (If-Match); undefined: any. */
  ifMatch: readonly number[] | undefined;
  /**
   * What the transaction of a POST, or of what has a quota, must also write: the answer that is about to be given, kept for the
   * Idempotency-Key, and the counts against quotas. `madeFrom`: the id that the answer can be made from again, where it is too large to keep.
   */
  alongside(answer: UseCaseResult<E> | { madeFrom: string }): Alongside;
  /** Shows what may stand in the answer until it is there: to callers that take events. Others see nothing of it. */
  early(body: UseCaseResult<E>['body']): void;
  /** Makes an entry of the audit log, to be written in the transaction of its action. */
  audit: Audit<AuditsOf<E>>;
  /** This very request was carried out before and kept this `madeFrom`: only answer. */
  madeFrom: string | undefined;
  /** Scheme and host that the caller reached us under; for absolute URLs in answers. */
  baseUrl: string;
};

type AuditsOf<E> = E extends { audits: readonly (infer A)[] } ? A & AuditAction : never;

export type UseCaseResult<E extends Endpoint> = {
  body: E['success']['body'] extends z.ZodMiniType ? z.input<E['success']['body']> : undefined;
  /** The stored version that is shown, where that is the endpoint's entity tag. */
  version?: number;
  /** Extra response headers, for example Location. */
  headers?: Record<string, string>;
  /** What failed on our side although the answer is true: what was promised is done later. Logged whole. */
  defect?: unknown;
};

type UsesOf<E> = E extends { uses: readonly (infer U)[] } ? U : never;

/** One use case = one function: a placed request and exactly the ports that its endpoint's `uses` lists → the answer, or a ServiceError. */
export type UseCase<E extends Endpoint> = (
  input: UseCaseInput<E>,
  ports: PortsFor<UsesOf<E> & Capability>,
  runtime: Runtime,
) => Promise<UseCaseResult<E>>;
