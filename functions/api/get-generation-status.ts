import { getGenerationStatus as endpoint } from '#contract/endpoints/validation-cases.ts';
import { getGenerationStatus } from '#domain/generation/get-generation-status.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { caseReader } from '../support/providers/cases-read.ts';

export const operation = implement(endpoint, getGenerationStatus);
export const handler = onApiGateway(operation, { 'cases:read': caseReader });
