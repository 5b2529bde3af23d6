import { allowanceReserver } from './providers/allowance-reserve.ts';
import { allowanceSettler } from './providers/allowance-spend.ts';
import { answerKeeper } from './providers/answers-keep.ts';
import { llmKeyDecipher } from './providers/llm-keys-decrypt.ts';
import { llmKeyReader } from './providers/llm-keys-read.ts';
import { languageModel } from './providers/models-ask.ts';
import { ownModels } from './providers/own-models-ask.ts';
import { planReader } from './providers/plans-read.ts';

/** What every endpoint needs that asks a model within the AI tokens of the tenant. */
export const askingPorts = {
  'plans:read': planReader,
  'models:ask': languageModel,
  'llm-keys:read': llmKeyReader,
  'llm-keys:decrypt': llmKeyDecipher,
  'own-models:ask': ownModels,
  'allowance:reserve': allowanceReserver,
  'allowance:spend': allowanceSettler,
  'answers:keep': answerKeeper,
};
