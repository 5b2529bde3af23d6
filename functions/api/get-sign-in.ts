import { getSignIn as endpoint } from '#contract/endpoints/sign-in.ts';
import { getSignIn } from '#domain/sso/get-sign-in.ts';
import { implement } from '../support/implement.ts';
import { onPublicApiGateway } from '../support/on-public-api-gateway.ts';
import { signInPages } from '../support/providers/sign-in-pages-show.ts';

export const operation = implement(endpoint, getSignIn);
export const handler = onPublicApiGateway(operation, { 'sign-in-pages:show': signInPages });
