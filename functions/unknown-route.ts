import { ServiceError } from '#contract/errors.ts';
import { matchRoute } from '#http/route-table.ts';
import { problemResponse } from '#http/serve.ts';
import { besideEdge } from './support/beside-edge.ts';
import { writeLog } from './support/write-log.ts';
import { type ApiGatewayEvent, type ApiGatewayResult, toRawRequest, toResult } from './support/api-gateway-event.ts';

/** Put here when the function is bundled, so that it need not carry the registry. */
declare const ROUTE_LIST: readonly { method: string; path: string }[];

/** Answers what no route of the API answers: 404, or 405 where the path exists with another method. */
export const handler = async (event: ApiGatewayEvent): Promise<ApiGatewayResult> => {
  const refusal = besideEdge(event);
  if (refusal) return refusal;
  const request = toRawRequest(event);
  try {
    matchRoute(ROUTE_LIST, event.requestContext.http.method, request.path);
    throw new ServiceError('ROUTE_NOT_FOUND', `There is no route ${request.path}. See /api/v1/openapi.json.`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const response = problemResponse(error, request);
    const { requestId } = request;
    writeLog({ requestId, operationId: 'none', status: response.status, durationMs: 0, code: error.code });
    return toResult(response);
  }
};
