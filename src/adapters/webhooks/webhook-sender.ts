import type { IncomingMessage } from 'node:http';
import type { Reply } from '#domain/ports/webhook-repository.ts';
import type { WebhookSender } from '#domain/ports/webhook-sender.ts';
import { AddressRefused, postPublicly, type Resolve } from './public-request.ts';
import type { TargetRules } from './target-rules.ts';

type Options = { resolve?: Resolve; timeoutMs?: number };

const longestMs = 10_000;
/** What is read of an answer at most, so that the other side may end it properly. */
const mostBytes = 64 * 1024;
const excerptCharacters = 200;

/** Posts to customers' servers, to public addresses only. */
export class HttpSender implements WebhookSender {
  readonly #rules: TargetRules;
  readonly #resolve: Resolve | undefined;
  readonly #timeoutMs: number;

  constructor(rules: TargetRules, { resolve, timeoutMs = longestMs }: Options = {}) {
    this.#rules = rules;
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
  }

  async post(target: string, headers: Readonly<Record<string, string>>, body: string): Promise<Reply> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await postPublicly(this.#rules, target, { headers, body, signal }, this.#resolve);
      const statusCode = response.statusCode ?? null;
      const start = await beginningOf(response);
      return { statusCode, error: null, excerpt: isSuccess(statusCode) ? null : start };
    } catch (error) {
      if (error instanceof AddressRefused) return failed('ADDRESS_REFUSED');
      return failed(signal.aborted ? 'TIMEOUT' : kindOf(error as NodeJS.ErrnoException));
    }
  }
}

const failed = (error: NonNullable<Reply['error']>): Reply => ({ statusCode: null, error, excerpt: null });

const isSuccess = (statusCode: number | null): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300;

const kindOf = ({ code = '' }: NodeJS.ErrnoException): NonNullable<Reply['error']> => {
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'NAME_NOT_RESOLVED';
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    ? 'TLS_FAILED'
    : 'CONNECTION_FAILED';
};

/** The first characters, made fit to be shown. What is behind them is thrown away, and an answer that breaks off was one all the same. */
const beginningOf = async (response: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (sizeBytes < excerptCharacters * 4) chunks.push(chunk.subarray(0, excerptCharacters * 4));
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) break;
    }
  } catch {
    response.destroy();
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? null : text.slice(0, excerptCharacters).toWellFormed();
};
