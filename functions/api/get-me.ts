import { getMe as endpoint } from '#contract/endpoints/me.ts';
import { getMe } from '#domain/access/get-me.ts';
import { firstSignIn } from '#domain/access/first-sign-in.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { firstSignInProviders } from '../support/providers/first-sign-in.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, getMe, firstSignIn);
export const handler = onApiGateway(operation, { 'workspaces:read': workspaceReader, ...firstSignInProviders });
