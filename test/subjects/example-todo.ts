import { planFeature } from '#planner/plan-feature.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';

/** The third-party example server, its spec exactly as it serves it; a server of its own for each cell. */
export async function todoSubject(): Promise<Subject> {
  const server = await startExampleTodo();
  const spec = (await (await fetch(`${server.url}/openapi.json`)).json()) as JsonObject;
  await server.close();
  const planned = await planFeature({ spec, personas: [] });
  return {
    name: 'example-todo',
    style: 'third party: LoopBack 4 on Node',
    spec,
    personas: [],
    envProvidedParams: [],
    bundle: planned.bundle,
    planned,
    open: startExampleTodo,
    env: {},
    close: async () => undefined,
  };
}
