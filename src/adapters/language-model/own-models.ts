import type { OwnModels } from '#domain/ports/language-model.ts';
import { publicFetch } from '../webhooks/public-fetch.ts';
import type { TargetRules } from '../webhooks/target-rules.ts';
import { type Environment, loadSdk } from './language-model.ts';
import { type ModelSettings, timeoutIn } from './settings.ts';

const providers = { OPENAI: 'openai', ANTHROPIC: 'anthropic' } as const;

/** Models that tenants reach by keys of their own. A server that they name is asked at public addresses only. */
export const ownModels = (rules: TargetRules, environment: Environment = process.env): OwnModels => ({
  open: ({ provider, model, baseUrl, apiKey }) => {
    const settings: ModelSettings = {
      provider: providers[provider],
      model,
      baseUrl: baseUrl ?? undefined,
      key: async () => apiKey,
      timeoutSeconds: timeoutIn(environment),
      ...(baseUrl !== null && { fetch: publicFetch(rules) }),
    };
    return {
      name: `${settings.provider}:${model}`,
      ask: async (question) => (await loadSdk()).askModel(settings, question),
    };
  },
});
