import type { IncomingMessage } from 'node:http';
import { postPublicly } from './public-request.ts';
import type { TargetRules } from './target-rules.ts';

/** An answer may be no larger: ours are lists of cases. */
const mostBytes = 8 * 1024 * 1024;
const bodyless = new Set([204, 205, 304]);

/** `fetch` for POST requests to a server that a customer named: to public addresses only, and no redirect is followed. */
export const publicFetch =
  (rules: TargetRules): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const headers = Object.fromEntries(request.headers);
    const sent = { headers, body: await request.text(), signal: request.signal };
    const answer = await postPublicly(rules, request.url, sent);
    const status = answer.statusCode ?? 502;
    const body = await contentOf(answer);
    return new Response(bodyless.has(status) ? null : body, { status, headers: headersOf(answer) });
  };

const contentOf = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) {
      answer.destroy();
      throw new Error(`The answer is larger than ${mostBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const headersOf = ({ headersDistinct }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
};
