import { getMe as endpoint } from '#contract/endpoints/me.ts';
import { getMe } from '#domain/access/get-me.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { signInWriter } from '../support/providers/sign-ins-write.ts';
import { workspaceReader } from '../support/providers/workspaces-read.ts';

export const operation = implement(endpoint, getMe);
export const handler = onApiGateway(operation, { 'workspaces:read': workspaceReader, 'sign-ins:write': signInWriter });
