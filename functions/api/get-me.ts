import { getMe as endpoint } from '#contract/endpoints/me.ts';
import { getMe } from '#domain/access/get-me.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { firstSignIn } from '../support/providers/first-sign-in.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, getMe);
export const handler = onApiGateway(operation, { 'workspaces:read': workspaceReader, ...firstSignIn });
