import type { HttpMethod } from '#verifier/plan/plan.ts';

export const METHODS: HttpMethod[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
