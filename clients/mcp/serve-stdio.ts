import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { callerOf, type Connection } from '../api/call-api.ts';
import { createMcpServer } from './mcp-server.ts';

/** Serves MCP on standard input and output until the input ends. */
export const serveStdio = async (connection: Connection, input: Readable): Promise<void> => {
  const server = createMcpServer((signal, onTokenExpiry) => callerOf({ ...connection, onTokenExpiry }, signal));
  const ended = once(input, 'end');
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
};
