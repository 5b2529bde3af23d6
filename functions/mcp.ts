import { edgeKeyHeader } from '#contract/edge-key-header.ts';
import { ServiceError } from '#contract/errors.ts';
import type { RawRequest, RawResponse, RequestLog } from '#http/operation.ts';
import { problemResponse } from '#http/serve.ts';
import { answerMcp } from '../clients/mcp/serve-http.ts';
import { type ApiGatewayEvent, type ApiGatewayResult, toRawRequest, toResult } from './support/api-gateway-event.ts';
import { besideEdge } from './support/beside-edge.ts';
import { writeLog } from './support/write-log.ts';

/** One MCP message; the calls that it leads to go to `apiUrl`, with these headers, and are logged there, each for itself. */
export const serveMcp = async (
  request: RawRequest,
  apiUrl: string,
  log: (entry: RequestLog) => void,
  headers?: Record<string, string>,
): Promise<RawResponse> => {
  const started = performance.now();
  const done = (response: RawResponse, more: Partial<RequestLog> = {}): RawResponse => {
    const durationMs = Math.round(performance.now() - started);
    log({ requestId: request.requestId, operationId: 'mcp', status: response.status, durationMs, ...more });
    return response;
  };
  try {
    const answer = await answerMcp({ headers: request.headers, body: request.body ?? '' }, { url: apiUrl, headers });
    return done({ ...answer, headers: { ...answer.headers, 'x-request-id': request.requestId } });
  } catch (error) {
    const known = error instanceof ServiceError;
    const refusal = known
      ? error
      : new ServiceError('INTERNAL', 'The message was not answered. Report the request id.');
    return done(problemResponse(refusal, request), { code: refusal.code, ...(known ? {} : { error }) });
  }
};

/** The host is the one that the gateway knows, not the one that the caller names; past the firewall, whose limit is for callers. */
export const handler = async (event: ApiGatewayEvent): Promise<ApiGatewayResult> => {
  const key = process.env['EDGE_KEY'];
  const headers = key === undefined ? {} : { [edgeKeyHeader]: key };
  const apiUrl = `https://${event.requestContext.domainName}`;
  return besideEdge(event) ?? toResult(await serveMcp(toRawRequest(event), apiUrl, writeLog, headers));
};
