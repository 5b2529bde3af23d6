import { createHash, timingSafeEqual } from 'node:crypto';
import { edgeKeyHeader } from '#contract/edge-key-header.ts';
import { ServiceError } from '#contract/errors.ts';
import { problemResponse } from '#http/serve.ts';
import { type ApiGatewayEvent, type ApiGatewayResult, toRawRequest, toResult } from './api-gateway-event.ts';

/**
 * The answer to a request that came past the firewall of the stage, straight to the gateway: 404, as if nothing were here. Undefined where
 * the request may go on, and where the stage has no firewall.
 */
export const besideEdge = (event: ApiGatewayEvent): ApiGatewayResult | undefined => {
  const key = process.env['EDGE_KEY'];
  if (key === undefined) return undefined;
  const request = toRawRequest(event);
  if (isSame(request.headers[edgeKeyHeader] ?? '', key)) return undefined;
  const refusal = new ServiceError('ROUTE_NOT_FOUND', `Nothing is answered here. Call ${process.env['PUBLIC_URL']}.`);
  return toResult(problemResponse(refusal, request));
};

/** In the same time wherever they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
