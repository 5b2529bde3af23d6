import type { LanguageModel } from '#domain/ports/language-model.ts';
import { modelChoice, readModelSettings } from './settings.ts';

export type Environment = Record<string, string | undefined>;

/**
 * The model that LANGUAGE_MODEL names; its key from LANGUAGE_MODEL_KEY, or in AWS from the secret that LANGUAGE_MODEL_SECRET names. What
 * speaks to it is 1.4 MB and is loaded with the first question. Its packages are optional peers: the service runs without them.
 */
export const languageModel = (environment: Environment = process.env): LanguageModel => {
  const settings = readModelSettings(environment, () => readKey(environment));
  return {
    ...modelChoice(environment),
    ask: async (question) => {
      if (!settings) throw new Error('No language model is configured.');
      return (await loadSdk()).askModel(settings, question);
    },
  };
};

/** What speaks to a model. Throws where its packages are not installed. */
export const loadSdk = () => import('./sdk-model.ts').catch(withoutPackages);

const withoutPackages = (error: unknown): never => {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'The packages that speak to a language model are not installed. Install the peerDependencies of package.json, or unset LANGUAGE_MODEL and delete own LLM keys.',
    { cause: error },
  );
};

const readKey = async ({ LANGUAGE_MODEL_KEY: key, LANGUAGE_MODEL_SECRET: secret }: Environment): Promise<string> => {
  if (key) return key;
  if (!secret) throw new Error('LANGUAGE_MODEL needs LANGUAGE_MODEL_KEY or LANGUAGE_MODEL_SECRET.');
  return (await loadSdk()).readSecret(secret);
};
