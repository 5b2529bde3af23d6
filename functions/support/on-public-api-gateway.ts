import type { Endpoint } from '#contract/define-endpoint.ts';
import type { AccessReader } from '#domain/ports/access-reader.ts';
import type { Operation } from '#http/operation.ts';
import { type LambdaHandler, lambdaHandler } from './lambda-handler.ts';
import type { Providers } from './on-api-gateway.ts';

/** Only an endpoint that anyone may call; another one does not compile. */
type Public<E extends Endpoint> = E['permission'] extends 'public' ? Operation<E> : never;

const unreachable = (): never => {
  throw new Error('A public endpoint asks nobody who they are.');
};

const nobody: AccessReader = {
  findAccess: unreachable,
  findSignedIn: unreachable,
  findKeptAnswer: unreachable,
  listOldestWorkspaces: unreachable,
  listOldestProjects: unreachable,
  listOldestFeatures: unreachable,
  listOldestNotebooks: unreachable,
  listOldestPages: unreachable,
  countInTenant: unreachable,
  countProjects: unreachable,
  countFeatures: unreachable,
  countNotebooks: unreachable,
  countPages: unreachable,
};

/** An operation behind the HTTP API that anyone may call: its bundle holds no client but those of its providers. */
export const onPublicApiGateway = <E extends Endpoint>(
  operation: Operation<E> & Public<E>,
  providers: Providers<E>,
): LambdaHandler =>
  lambdaHandler(operation as unknown as Operation, () => ({
    access: nobody,
    ports: Object.fromEntries(Object.entries<() => unknown>(providers).map(([name, provide]) => [name, provide()])),
  }));
