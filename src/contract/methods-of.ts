import type { Endpoint } from './define-endpoint.ts';
import type { Method } from './method.ts';

/** The methods that the route of an endpoint answers: a page for people answers HEAD, too (RFC 9110 §9.3.2), as link checkers ask. */
export const methodsOf = ({ method, success }: Pick<Endpoint, 'method' | 'success'>): (Method | 'HEAD')[] =>
  success.mediaType === 'text/html' ? [method, 'HEAD'] : [method];
