/**
 * Where MCP is served, beside the registry: one JSON-RPC message a request, stateless (decision record 4). `maxBodyBytes` leaves room for
 * a message around the largest result document.
 */
export const mcpRoute = {
  method: 'POST',
  path: '/mcp',
  maxBodyBytes: 4 * 1024 * 1024,
  timeoutSeconds: 29,
  concurrencyShare: 0.05,
} as const;
