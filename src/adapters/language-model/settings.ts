import { languageModelForm } from '#contract/language-model.ts';
import type { ModelChoice } from '#domain/ports/language-model.ts';

/** How the model is reached. */
export type ModelSettings = {
  provider: 'bedrock' | 'openai' | 'anthropic';
  /** As the provider calls it. */
  model: string;
  /** Of a server that speaks the provider's protocol; undefined: the provider's own. */
  baseUrl: string | undefined;
  /** The API key. Bedrock has none: the role of the function signs. */
  key: () => Promise<string>;
  timeoutSeconds: number;
  /** Sends requests; absent: as the platform does. */
  fetch?: typeof fetch;
};

const defaultTimeoutSeconds = 120;

/**
 * From LANGUAGE_MODEL (`<provider>:<model>`), LANGUAGE_MODEL_URL and LANGUAGE_MODEL_TIMEOUT_SECONDS; undefined where LANGUAGE_MODEL is not
 * set. Throws where they are not valid.
 */
export const readModelSettings = (
  environment: Record<string, string | undefined>,
  key: () => Promise<string>,
): ModelSettings | undefined => {
  const { LANGUAGE_MODEL: name, LANGUAGE_MODEL_URL: url } = environment;
  if (!name) return undefined;
  const [, provider, model] = languageModelForm.exec(name) ?? [];
  if (!provider || !model)
    throw new Error(`LANGUAGE_MODEL is ${name}; it must be bedrock:<model>, openai:<model> or anthropic:<model>.`);
  return {
    provider: provider as ModelSettings['provider'],
    model,
    baseUrl: url || undefined,
    key,
    timeoutSeconds: timeoutIn(environment),
  };
};

/** How long any model may take, from LANGUAGE_MODEL_TIMEOUT_SECONDS. Throws where that is not valid. */
export const timeoutIn = ({ LANGUAGE_MODEL_TIMEOUT_SECONDS: timeout }: Record<string, string | undefined>): number => {
  const timeoutSeconds = Number(timeout || defaultTimeoutSeconds);
  if (!(timeoutSeconds > 0)) throw new Error(`LANGUAGE_MODEL_TIMEOUT_SECONDS is ${timeout}; it must be above 0.`);
  return timeoutSeconds;
};

/** Which model LANGUAGE_MODEL names. */
export const modelChoice = (
  { LANGUAGE_MODEL: name }: Record<string, string | undefined> = process.env,
): ModelChoice => ({
  name: name || null,
});
