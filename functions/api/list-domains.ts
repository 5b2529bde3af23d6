import { listDomains as endpoint } from '#contract/endpoints/domains.ts';
import { listDomains } from '#domain/domains/list-domains.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { domainReader } from '../support/providers/domains-read.ts';

export const operation = implement(endpoint, listDomains);
export const handler = onApiGateway(operation, { 'domains:read': domainReader });
