import { renderDocsPage } from '#contract/pages/render-docs-page.ts';
import { getDocsPage as endpoint } from '#contract/endpoints/docs-page.ts';
import { errorCatalogue } from '#contract/errors.ts';
import guides from '../../docs/guides.json' with { type: 'json' };
import document from '../../docs/openapi.json' with { type: 'json' };
import { implement } from '../support/implement.ts';
import { onPublicApiGateway } from '../support/on-public-api-gateway.ts';

const { page, contentSecurityPolicy } = renderDocsPage(document, errorCatalogue, guides);

export const operation = implement(endpoint, async () => ({
  body: page,
  headers: { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' },
}));
export const handler = onPublicApiGateway(operation, {});
