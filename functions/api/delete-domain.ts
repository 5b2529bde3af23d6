import { deleteDomain as endpoint } from '#contract/endpoints/domains.ts';
import { deleteDomain } from '#domain/domains/delete-domain.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { domainRemover } from '../support/providers/domains-delete.ts';
import { domainReader } from '../support/providers/domains-read.ts';

export const operation = implement(endpoint, deleteDomain);
export const handler = onApiGateway(operation, { 'domains:read': domainReader, 'domains:delete': domainRemover });
