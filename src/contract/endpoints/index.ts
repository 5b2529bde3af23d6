import type { Endpoint } from '../define-endpoint.ts';
import * as me from './me.ts';

/** THE REGISTRY: every endpoint once. Routes, rights, OpenAPI, the local server and the guards are loops over it. */
export const registry: readonly Endpoint[] = [me].flatMap((resource) => Object.values(resource));
