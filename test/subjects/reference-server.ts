import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Clock } from '#verifier/engine/context/clock.ts';
import { parse } from 'yaml';
import { planFeature } from '#planner/plan-feature.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import type { Identities } from '../../bench/detect/proxy/fault-proxy.ts';
import type { SoundServer, Subject } from '../../bench/detect/subject.ts';
import { listen } from './listen.ts';
import type { Persona } from '#planner/personas/persona.ts';

/** What one of our own small servers says of itself; the rest is the same for all. */
type ReferenceServer = {
  name: string;
  style: string;
  /** File beside the server. */
  document: string;
  personas?: Persona[];
  env?: Record<string, string>;
  identities?: Identities;
  /** Path parameters that whoever runs the verifier gives, as they would the name of their own account. */
  envProvidedParams?: string[];
  /** As in Subject. */
  clock?: Clock;
  /** A new server in its first state. */
  create(): Hono;
  /** What can be said only when the server listens. */
  whenOpen?(url: string): Promise<Omit<SoundServer, 'url' | 'close'>>;
};

/** Makes the subject of a server whose document lies in `folder`. Each opening is a server of its own. */
export function referenceServer(folder: string, server: ReferenceServer): () => Promise<Subject> {
  const { name, style, personas = [], env = {}, identities, envProvidedParams = [], clock, create, whenOpen } = server;
  return async () => {
    const spec = parse(readFileSync(join(folder, server.document), 'utf8')) as JsonObject;
    const planned = await planFeature({ spec, personas, envProvidedParams });
    return {
      name,
      style,
      spec,
      personas,
      envProvidedParams,
      bundle: planned.bundle,
      planned,
      open: async () => {
        const opened = await listen(create());
        return { ...opened, ...(await whenOpen?.(opened.url)) };
      },
      env,
      ...(identities && { identities }),
      ...(clock && { clock }),
      close: async () => undefined,
    };
  };
}
