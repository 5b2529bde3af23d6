import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ServiceError } from '#contract/errors.ts';
import { ApiRefused } from '../api/api-errors.ts';
import { type Call, callerOf } from '../api/call-api.ts';
import { createMcpServer } from './mcp-server.ts';

type McpRequest = { headers: Record<string, string>; body: string };
type McpResponse = { status: number; headers: Record<string, string>; body: string };

/** The gateway gives up after 30 seconds. */
const longestMs = 27_000;

/**
 * One MCP message over Streamable HTTP, stateless: whatever it does is calls of the interface at `url` with the caller's own token.
 * Throws UNAUTHENTICATED and TOKEN_EXPIRED as the interface does, so that clients see a 401 and not a failed tool.
 */
export const answerMcp = async (
  { headers, body }: McpRequest,
  { url, headers: own = {} }: { url: string; headers?: Record<string, string> | undefined },
): Promise<McpResponse> => {
  const token = /^Bearer ([^\s]+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (token === undefined) throw unauthenticated();
  let refusal: ServiceError | undefined;
  const server = createMcpServer((signal, onTokenExpiry): Call => {
    const call = callerOf(
      { url, token, headers: own, onTokenExpiry },
      AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    );
    return (endpoint, input) =>
      call(endpoint, input).catch((error: unknown) => {
        if (error instanceof ApiRefused && error.status === 401) refusal ??= refusalOf(error);
        throw error;
      });
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(new Request(`${url}/mcp`, { method: 'POST', headers, body }));
    const text = await response.text();
    if (refusal) throw refusal;
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  } finally {
    await server.close();
  }
};

/** The interface's own refusal: a token that has expired is told so. */
const refusalOf = ({ code, message }: ApiRefused): ServiceError =>
  code === 'TOKEN_EXPIRED' ? new ServiceError('TOKEN_EXPIRED', message) : unauthenticated();

const unauthenticated = (): ServiceError =>
  new ServiceError('UNAUTHENTICATED', 'Send a valid personal access token as Authorization: Bearer <token>.');
