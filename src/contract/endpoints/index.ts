import type { Endpoint } from '../define-endpoint.ts';
import * as builds from './builds.ts';
import * as events from './events.ts';
import * as me from './me.ts';
import * as specs from './specs.ts';
import * as verifier from './verifier.ts';

/** THE REGISTRY: every endpoint once. Routes, rights, OpenAPI, the local server and the guards are loops over it. */
export const registry: readonly Endpoint[] = [me, specs, builds, verifier, events].flatMap((resource) =>
  Object.values(resource),
);
