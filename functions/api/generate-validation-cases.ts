import { generateValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { generateValidationCases } from '#domain/generation/generate-validation-cases.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { caseStarter } from '../support/providers/cases-start.ts';
import { generationStarter } from '../support/providers/generations-start.ts';
import { planReader } from '../support/providers/plans-read.ts';
import { llmKeyReader } from '../support/providers/llm-keys-read.ts';
import { modelChoice } from '../support/providers/models-read.ts';
import { allowanceReserver } from '../support/providers/allowance-reserve.ts';

export const operation = implement(endpoint, generateValidationCases);
export const handler = onApiGateway(operation, {
  'cases:start': caseStarter,
  'generations:start': generationStarter,
  'plans:read': planReader,
  'models:read': modelChoice,
  'llm-keys:read': llmKeyReader,
  'allowance:reserve': allowanceReserver,
});
