import type { Endpoint } from '#contract/define-endpoint.ts';
import type { Operation } from '#http/serve.ts';
import { type LambdaHandler, lambdaHandler } from './lambda-handler.ts';

/** Endpoints that anyone may call and that need nothing from outside; their bundle holds no client. */
type PublicEndpoint = Endpoint & { permission: 'public'; uses: readonly [] };

const unreachable = (): never => {
  throw new Error('A public endpoint asks nobody who they are.');
};

/** An operation behind the HTTP API that anyone may call. */
export const onPublicApiGateway = <E extends PublicEndpoint>(operation: Operation<E>): LambdaHandler =>
  lambdaHandler(operation as unknown as Operation, () => ({
    access: { findAccess: unreachable, containersExist: unreachable },
    ports: {},
  }));
