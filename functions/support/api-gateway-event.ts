import { randomUUID } from 'node:crypto';
import { requestIdOf } from '#http/request-id.ts';
import type { RawRequest, RawResponse } from '#http/operation.ts';

/** The parts of an HTTP API event, payload format 2.0, that we read. */
export type ApiGatewayEvent = {
  rawPath: string;
  rawQueryString: string;
  headers: Record<string, string>;
  pathParameters?: Record<string, string>;
  body?: string;
  isBase64Encoded: boolean;
  requestContext: { domainName: string; http: { method: string } };
};

export type ApiGatewayResult = {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: true;
};

export const toRawRequest = (event: ApiGatewayEvent): RawRequest => {
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { body } = event;
  const text = body !== undefined && event.isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return {
    requestId: requestIdOf(headers, randomUUID),
    path: event.rawPath,
    pathParameters: event.pathParameters ?? {},
    rawQuery: event.rawQueryString,
    headers,
    ...(text === undefined ? {} : { body: text }),
    // With a firewall in front, the host is that of its origin.
    baseUrl:
      process.env['PUBLIC_URL'] ??
      `${headers['x-forwarded-proto'] ?? 'https'}://${headers['host'] ?? event.requestContext.domainName}`,
  };
};

export const toResult = ({ status, headers, body }: RawResponse): ApiGatewayResult => ({
  statusCode: status,
  headers,
  body,
});
