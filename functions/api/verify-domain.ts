import { verifyDomain as endpoint } from '#contract/endpoints/domains.ts';
import { verifyDomain } from '#domain/domains/verify-domain.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { domainHolding } from '../support/providers/domains-hold.ts';
import { domainReader } from '../support/providers/domains-read.ts';
import { txtRecords } from '../support/providers/txt-records-read.ts';

export const operation = implement(endpoint, verifyDomain);
export const handler = onApiGateway(operation, {
  'domains:read': domainReader,
  'domains:hold': domainHolding,
  'txt-records:read': txtRecords,
});
