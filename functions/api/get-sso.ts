import { getSso as endpoint } from '#contract/endpoints/sso.ts';
import { getSso } from '#domain/sso/get-sso.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { signInPages } from '../support/providers/sign-in-pages-show.ts';
import { ssoReader } from '../support/providers/sso-read.ts';

export const operation = implement(endpoint, getSso);
export const handler = onApiGateway(operation, { 'sso:read': ssoReader, 'sign-in-pages:show': signInPages });
