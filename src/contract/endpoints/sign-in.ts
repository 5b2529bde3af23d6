import { defineEndpoint } from '../define-endpoint.ts';
import { signIn } from '../schemas/sign-in.ts';

export const getSignIn = defineEndpoint({
  operationId: 'getSignIn',
  method: 'GET',
  path: '/api/v1/sign-in',
  summary: 'Show where people sign in',
  tags: ['Me'],
  permission: 'public',
  success: { status: 200, body: signIn },
  uses: ['sign-in-pages:show'],
});
