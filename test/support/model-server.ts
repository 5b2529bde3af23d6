import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** What came in, whatever the protocol. */
export type Asked = { headers: IncomingMessage['headers']; path: string; instructions: string; material: string };

/** What the model says: a JSON answer, any text, a status, or nothing ever. */
export type Said = { json: unknown } | { text: string } | { status: number } | 'nothing';

type Message = { role: string; content: string | { text?: string }[] };
type Body = {
  messages: Message[];
  system?: string | { text: string }[];
  tools?: { name: string }[];
  toolConfig?: { tools: { toolSpec: { name: string } }[] };
};

const textOf = (content: string | { text?: string }[] = ''): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

const usage = { input: 100, output: 20 };
/** What every answer takes. */
export const tokensPerAnswer = usage.input + usage.output;

const bodyOf = (path: string, { tools = [], toolConfig }: Body, text: string): object => {
  const [tool] = [...tools, ...(toolConfig?.tools ?? []).map(({ toolSpec }) => toolSpec)];
  if (path.endsWith('/chat/completions'))
    return {
      id: 'c',
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: tokensPerAnswer },
    };
  if (path.endsWith('/converse'))
    return {
      output: {
        message: {
          role: 'assistant',
          content: [
            tool ? { toolUse: { toolUseId: 't', name: tool.name, input: JSON.parse(text) as object } } : { text },
          ],
        },
      },
      stopReason: tool ? 'tool_use' : 'end_turn',
      usage: { inputTokens: usage.input, outputTokens: usage.output, totalTokens: tokensPerAnswer },
      metrics: { latencyMs: 1 },
    };
  return {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      tool ? { type: 'tool_use', id: 't', name: tool.name, input: JSON.parse(text) as object } : { type: 'text', text },
    ],
    stop_reason: tool ? 'tool_use' : 'end_turn',
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
};

/** A model on loopback that speaks the protocols of OpenAI, Anthropic and Bedrock, and says what the test wants. */
export const openModelServer = async () => {
  const asked: Asked[] = [];
  let say: (asked: Asked) => Said | Promise<Said> = () => ({ status: 500 });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Body;
    const path = request.url ?? '';
    const told = body.messages.filter(({ role }) => role === 'system' || role === 'developer');
    const instructions = [body.system ?? '', ...told.map(({ content }) => content)].map(textOf).join('\n');
    const material = body.messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => textOf(content))
      .join('\n');
    const one = { headers: request.headers, path, instructions: instructions.trim(), material };
    asked.push(one);
    const said = await say(one);
    if (said === 'nothing') return;
    const status = 'status' in said ? said.status : 200;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
    if ('status' in said) response.end(JSON.stringify({ error: { type: 'error', message: 'no' } }));
    else response.end(JSON.stringify(bodyOf(path, body, 'json' in said ? JSON.stringify(said.json) : said.text)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    says: (next: typeof say): void => {
      say = next;
      asked.length = 0;
    },
  };
};

type Requirement = { requirement: number; section: string; quote: string };

/** What a good model makes of a batch; `change` makes it a worse one. */
export const casesFor = (material: string, change: (proposal: object, quote: string) => object = (same) => same) => ({
  cases: (JSON.parse(material) as { requirements: Requirement[] }).requirements.map(({ requirement, quote }) =>
    change(
      {
        requirement,
        name: `Model's case ${requirement}`,
        description: 'Do it and see that it is so.',
        outcomeType: 'SUCCESS',
        pathClass: 'HAPPY',
        priority: 'HIGH',
        type: 'FUNCTIONAL',
        riskIndicator: null,
        roleRequirement: null,
        preConditions: ['Something is there.'],
        postConditions: [],
        dataExpectations: [],
        edgeCases: [],
        assertions: [{ type: 'BUSINESS_RULE', description: 'It is so.', prdQuote: quote }],
      },
      quote,
    ),
  ),
});
