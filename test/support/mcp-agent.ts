import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export type ToolRefusal = { error: { code: string; message: string; fix: string } };

/** An agent: the client of the MCP SDK, which also holds every answer against the tool's output schema. */
export const agentOver = async (transport: Transport) => {
  const client = new Client({ name: 'test-agent', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const call = async (name: string, args: object) => {
    const answer = await client.callTool({ name, arguments: { ...args } });
    const [content] = answer.content as { type: string; text: string }[];
    return { isError: answer.isError === true, structured: answer.structuredContent, text: content!.text };
  };
  return {
    tools,
    close: () => client.close(),
    /** What the tool answers; throws its refusal. */
    use: async <T = Record<string, unknown>>(name: string, args: object = {}): Promise<T> => {
      const { isError, structured, text } = await call(name, args);
      if (isError) throw new Error(`${name}: ${text}`);
      return structured as T;
    },
    /** How the tool refuses; throws where it does not. */
    refused: async (name: string, args: object = {}): Promise<ToolRefusal['error']> => {
      const { isError, text } = await call(name, args);
      if (!isError) throw new Error(`${name} answered ${text}`);
      return (JSON.parse(text) as ToolRefusal).error;
    },
  };
};

export type Agent = Awaited<ReturnType<typeof agentOver>>;

/** Streamable HTTP, as whoever holds the token. */
export const overHttp = (origin: string, token: string | null): Transport =>
  new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: token === null ? {} : { authorization: `Bearer ${token}` } },
    // The types of the SDK do not know exactOptionalPropertyTypes.
  }) as unknown as Transport;
