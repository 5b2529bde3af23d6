import withMiddleware from '@middy/core';
import { ServiceError } from '#contract/errors.ts';
import type { Operation, ServeDependencies } from '#http/operation.ts';
import { problemResponse, serve } from '#http/serve.ts';
import { RateLimits } from '#http/rate-limits.ts';
import { type ApiGatewayEvent, type ApiGatewayResult, toRawRequest, toResult } from './api-gateway-event.ts';
import { besideEdge } from './beside-edge.ts';
import { compressed } from './compressed.ts';
import { systemRuntime } from './runtime.ts';
import { writeLog } from './write-log.ts';

/** What Lambda calls. */
export type LambdaHandler = (
  event: ApiGatewayEvent,
  context: { getRemainingTimeInMillis?: () => number },
) => Promise<ApiGatewayResult>;

/** Left for the answer when the time of a request runs out. */
const reservedMs = 300;

/**
 * An operation as a Lambda function behind an HTTP API. What it depends on is made at the first request and kept for the sandbox.
 * A request that runs out of time still gets its problem body instead of the gateway's own.
 */
export const lambdaHandler = (
  operation: Operation,
  open: () => Pick<ServeDependencies, 'access' | 'signIn' | 'ports'>,
): LambdaHandler => {
  const { endpoint } = operation;
  let opened: ReturnType<typeof open> | undefined;
  // An emulator's tests ask more of one tenant than anybody may.
  const limits = process.env['RATE_LIMITS'] === 'off' ? undefined : new RateLimits(Date.now);
  const run = async (event: ApiGatewayEvent): Promise<ApiGatewayResult> => {
    const refusal = besideEdge(event);
    if (refusal) return refusal;
    opened ??= open();
    const request = toRawRequest(event);
    const result = toResult(
      await serve(operation, request, { ...opened, runtime: systemRuntime, limits, log: writeLog }),
    );
    // How far an answer can be packed tells of what is in it.
    return endpoint.success.isSecret ? result : compressed(result, request.headers['accept-encoding']);
  };
  const { operationId } = endpoint;
  const handler = withMiddleware(run, { timeoutEarlyInMillis: reservedMs }).onError((failed) => {
    const request = toRawRequest(failed.event as ApiGatewayEvent);
    const late = failed.error?.name === 'TimeoutError';
    const problem = late
      ? new ServiceError('DEPENDENCY_UNAVAILABLE', 'The request took too long. Try again.')
      : new ServiceError('INTERNAL', 'The request was not carried out. Report the request id.');
    const response = problemResponse(problem, request);
    const { status } = response;
    writeLog({
      requestId: request.requestId,
      operationId,
      status,
      durationMs: 0,
      code: problem.code,
      error: failed.error,
    });
    failed.response = toResult(response);
  });
  return handler as LambdaHandler;
};
