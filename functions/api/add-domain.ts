import { addDomain as endpoint } from '#contract/endpoints/domains.ts';
import { addDomain } from '#domain/domains/add-domain.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { domainAdder } from '../support/providers/domains-add.ts';

export const operation = implement(endpoint, addDomain);
export const handler = onApiGateway(operation, { 'domains:add': domainAdder });
