import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from '#contract/schemas/zod.ts';
import type { Call } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { describeTokenEnd, endsSoon } from '../login/token-expiry.ts';
import { allTools } from './all-tools.ts';
import type { Tool } from './tool.ts';
import { toolSchema } from './tool-schema.ts';

const instructions = `Verify a feature of an HTTP API: publish_feature_spec, then await_event until READY, pull_verifier, run the verifier
against the API, record_verifier_run, get_coverage_report. list_workspaces, list_projects and list_features find ids; create_project and
create_feature make what is missing.`;

/** Makes the calls of one tool: they end with its signal, and tell when the token that they are made with ends. */
type CallWith = (signal: AbortSignal, onTokenExpiry: (expiresAt: string) => void) => Call;

/** An MCP server over our own interface. */
export const createMcpServer = (callWith: CallWith): Server => {
  const server = new Server(
    { name: 'dezycro', title: 'Test Verification Service', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: allTools.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = allTools.find(({ name }) => name === params.name);
    if (tool === undefined)
      return refused('UNKNOWN_TOOL', `There is no tool ${params.name}.`, 'tools/list names them all.');
    let expiresAt: string | undefined;
    const call = callWith(signal, (end) => (expiresAt = end));
    const result = await callTool(tool, params.arguments ?? {}, call);
    return expiresAt === undefined ? result : withTokenWarning(result, expiresAt);
  });
  return server;
};

const described = ({ name, title, description, effect, input, output }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toolSchema(input, 'input'),
  outputSchema: toolSchema(output, 'output'),
  annotations: {
    readOnlyHint: effect === 'reads',
    destructiveHint: false,
    idempotentHint: effect !== 'writes again',
    openWorldHint: false,
  },
});

const callTool = async (tool: Tool, given: Record<string, unknown>, call: Call): Promise<CallToolResult> => {
  const args = z.safeParse(tool.input, given);
  if (!args.success) {
    const findings = args.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
    return refused('INVALID_ARGUMENTS', findings.join('; '), 'Call it again with arguments that fit its input schema.');
  }
  try {
    const answer = (await tool.run(args.data as never, call)) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    // Anything else is a defect, which the SDK answers as a JSON-RPC error.
    if (error instanceof InputError) return refused(error.code, error.message, fixes[error.code] ?? error.fix);
    throw error;
  }
};

/** In its last 14 days every answer says when the token ends: agents tell their people. */
const withTokenWarning = (result: CallToolResult, expiresAt: string): CallToolResult => {
  const now = new Date();
  if (!endsSoon(expiresAt, now)) return result;
  const text = `The access token of this server is ${describeTokenEnd(expiresAt, now)}. Ask its owner to create a new one.`;
  return { ...result, content: [...result.content, { type: 'text', text }] };
};

/** What to do, in terms of tools. */
const fixes: Record<string, string> = {
  UNAUTHENTICATED: 'Give the server a personal access token that is not revoked.',
  TOKEN_EXPIRED: 'Give the server a new personal access token.',
  NOT_FOUND: 'Check the ids: list_workspaces, list_projects and list_features show those that the token sees.',
  VERIFIER_NOT_READY: 'Wait with await_event until the build is READY, then call this again.',
  BUILD_NOT_FAILED: 'The last build is not FAILED; pass force: true to build again all the same.',
};

/** Text only: clients hold whatever is structured against the output schema, refusals too. */
const refused = (code: string, message: string, fix: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ error: { code, message, fix } }) }],
});
