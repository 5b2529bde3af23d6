import { getStartPage as endpoint } from '#contract/endpoints/start-page.ts';
import { ServiceError } from '#contract/errors.ts';
import { renderStartPage, startPagePolicy } from '#contract/pages/render-start-page.ts';
import { implement } from '../support/implement.ts';
import { onPublicApiGateway } from '../support/on-public-api-gateway.ts';

const headers = { 'content-security-policy': startPagePolicy, 'referrer-policy': 'no-referrer', vary: 'accept' };

export const operation = implement(endpoint, async ({ baseUrl, headers: { accept = '' } }) => {
  if (accept.includes('json') && !accept.includes('text/html'))
    throw new ServiceError('ROUTE_NOT_FOUND', 'There is no route /. See /api/v1/openapi.json.');
  return { body: renderStartPage(baseUrl), headers };
});
export const handler = onPublicApiGateway(operation, {});
