import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateText, jsonSchema, NoObjectGeneratedError, Output, RetryError } from 'ai';
import { type ModelAnswer, ModelFailure, type Question } from '#domain/ports/language-model.ts';
import type { ModelSettings } from './settings.ts';

export { readSecret } from '../secrets-manager/read-secret.ts';

/** Beyond the first; the SDK waits longer from try to try and honours Retry-After. */
const retries = 2;
/** What one batch of cases needs at most, several times over. */
const longestAnswerTokens = 16_000;

/** Asks one model through the Vercel AI SDK, which speaks Bedrock's, OpenAI's and Anthropic's protocols. Throws ModelFailure. */
export const askModel = async (settings: ModelSettings, question: Question): Promise<ModelAnswer> => {
  const { model: id } = settings;
  const { seconds = Infinity, answerTokens = longestAnswerTokens } = question.atMost ?? {};
  const timeoutSeconds = Math.min(settings.timeoutSeconds, seconds);
  const model = await modelOf(settings);
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const { output, usage } = await generateText({
      model,
      instructions: question.instructions,
      prompt: question.material,
      output: Output.object({ schema: jsonSchema(question.answerSchema) }),
      maxOutputTokens: answerTokens,
      maxRetries: retries,
      abortSignal: signal,
    });
    return { content: output, tokens: usage.totalTokens ?? 0 };
  } catch (error) {
    if (signal.aborted) throw new ModelFailure('MODEL_LATE', `${id} gave no answer within ${timeoutSeconds} s.`, 0);
    throw failureOf(id, error);
  }
};

const modelOf = async ({ provider, model, baseUrl: baseURL, key, fetch }: ModelSettings) => {
  const at = { ...(baseURL !== undefined && { baseURL }), ...(fetch && { fetch }) };
  switch (provider) {
    case 'bedrock':
      return createAmazonBedrock(at)(model);
    case 'anthropic':
      return createAnthropic({ ...at, apiKey: await key() })(model);
    default:
      // Chat completions are what compatible servers speak; OpenAI's newer protocol is its own.
      return createOpenAI({ ...at, apiKey: await key() }).chat(model);
  }
};

const refusals = [400, 401, 403, 404];

const failureOf = (id: string, error: unknown): ModelFailure => {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (NoObjectGeneratedError.isInstance(cause)) {
    const tokens = cause.usage?.totalTokens ?? 0;
    return new ModelFailure('MODEL_UNUSABLE', `${id} answered what is no JSON of the wanted form.`, tokens, { cause });
  }
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  return status !== undefined && refusals.includes(status)
    ? new ModelFailure('MODEL_REFUSED', `${id} refuses our requests (${status}).`, 0, { cause })
    : new ModelFailure('MODEL_UNAVAILABLE', `${id} could not be reached (${status ?? 'no answer'}).`, 0, { cause });
};
