import { getOpenapiDocument as endpoint } from '#contract/endpoints/openapi-document.ts';
import document from '../../docs/openapi.json' with { type: 'json' };
import { implement } from '../support/implement.ts';
import { onPublicApiGateway } from '../support/on-public-api-gateway.ts';

export const operation = implement(endpoint, async () => ({ body: document }));
export const handler = onPublicApiGateway(operation, {});
