import type { HttpMethod } from '#verifier/plan/plan.ts';

export const HTTP_METHODS: HttpMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
