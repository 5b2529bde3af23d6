import type { Endpoint } from '#contract/define-endpoint.ts';
import type { FirstSignIn } from '#domain/access/first-sign-in.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { SignInTokens } from '#domain/ports/sign-in.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { RateLimits } from './rate-limits.ts';

/** An endpoint with its use case, ports still open. */
export type Operation<E extends Endpoint = Endpoint> = {
  endpoint: E;
  run: UseCase<E>;
  /** Makes somebody a user who signs in for the first time; only where the endpoint may. */
  firstSignIn?: FirstSignIn | undefined;
};

export type RawRequest = {
  requestId: string;
  /** Path as requested, without query; for `instance` in problems. */
  path: string;
  /** Decoded values by parameter name. */
  pathParameters: Record<string, string>;
  rawQuery: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string;
  baseUrl: string;
  /** Shows the text of a 200 so far, before it is whole. Absent where the answer goes out at once, as behind API Gateway. */
  emit?: (textSoFar: string, headers: Record<string, string>) => void;
};

export type RawResponse = { status: number; headers: Record<string, string>; body: string };

/** One line a request, allow-listed fields only: never headers, never bodies. `error` only where something failed on our side. */
export type RequestLog = {
  requestId: string;
  operationId: string;
  status: number;
  durationMs: number;
  tenantId?: string;
  userId?: string;
  /** Of the bodies, as text. */
  requestBytes?: number;
  responseBytes?: number;
  /** The answer of an earlier request with the same Idempotency-Key. */
  isReplay?: true;
  code?: string;
  error?: unknown;
};

export type ServeDependencies = {
  access: AccessReader;
  /** Undefined: nobody signs in, only tokens of our own are known. */
  signIn?: SignInTokens | undefined;
  ports: Record<string, unknown>;
  runtime: Runtime;
  /** Undefined: nothing is limited, not by quotas either. */
  limits?: RateLimits | undefined;
  log(entry: RequestLog): void;
};
