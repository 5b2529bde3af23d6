import type { Capability } from '#contract/capabilities.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import type { Ports } from '#domain/ports/ports.ts';
import type { Operation } from '#http/operation.ts';
import { type LambdaHandler, lambdaHandler } from './lambda-handler.ts';
import { accessReader } from './providers/access.ts';
import { signInTokens } from './sign-in.ts';

/** Environment → adapter → port; made once per sandbox, at the first request. */
export type Provider<C extends keyof Ports> = () => Ports[C];

type UsesOf<E> = E extends { uses: readonly (infer U)[] } ? U & Capability : never;

/** Exactly one provider for each capability that the endpoint declares: a missing or surplus one does not compile. */
export type Providers<E extends Endpoint> = { [C in UsesOf<E> & keyof Ports]: Provider<C> };

/** An operation behind the HTTP API, for callers that prove who they are. */
export const onApiGateway = <E extends Endpoint>(operation: Operation<E>, providers: Providers<E>): LambdaHandler =>
  lambdaHandler(operation as unknown as Operation, () => ({
    access: accessReader(),
    signIn: signInTokens(),
    ports: Object.fromEntries(Object.entries<() => unknown>(providers).map(([name, provide]) => [name, provide()])),
  }));
