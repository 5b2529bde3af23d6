import { getMe as endpoint } from '#contract/endpoints/me.ts';
import { getMe } from '#domain/access/get-me.ts';
import { implement } from '../support/implement.ts';

export const operation = implement(endpoint, getMe);
