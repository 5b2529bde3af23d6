import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { nodeTransport, type NodeTransport } from '#verifier/transport/node.ts';
import { runPlanOnce } from '#verifier/engine/run/run-plan-once.ts';

import { startExampleTodo } from '#test/example-todo.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

describe('example-todo, a server that none of us wrote', () => {
  let server: Awaited<ReturnType<typeof startExampleTodo>>;
  let transport: NodeTransport;
  let feature: PlannedFeature;

  beforeAll(async () => {
    server = await startExampleTodo();
    transport = nodeTransport();
    const spec = await (await fetch(`${server.url}/openapi.json`)).text();
    feature = await planFeature({ spec, personas: [] });
  });

  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  it('gets at least five kinds of proved plans from the spec exactly as it is served', () => {
    const kinds = new Set(feature.bundle.plans.map(({ kind }) => kind));
    const usual = ['create-echo', 'create-list', 'create-read', 'delete-gone', 'read-beside', 'update-read'];
    expect([...kinds].sort()).toEqual(usual);
    expect(feature.bundle.plans.map(({ subject }) => subject)).toContain('PUT /todos/{id}');
    expect(feature.bundle.plans.map(({ subject }) => subject)).toContain('PATCH /todos/{id}');
    expect(feature.bundle.plans.every(({ proof }) => proof.length > 0)).toBe(true);
    expect(feature.dropped).toEqual([]);
  });

  it('does not send the optional field that would make the server call a geocoder', () => {
    const requests = feature.bundle.plans.flatMap(({ steps }) => steps.map(({ params, body }) => ({ params, body })));
    expect(JSON.stringify(requests)).not.toContain('remindAt');
  });

  it('names the operations that no journey touches', () => {
    const gaps = feature.operations.filter(({ journeyIds }) => journeyIds.length === 0);
    expect(gaps.map(({ key }) => key)).toEqual(['PATCH /todos']);
  });

  it('passes every plan on the clean server, three times, and leaves nothing behind', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const plan of feature.bundle.plans) {
        const { status, verdict } = await runPlanOnce(plan, {
          bundle: feature.bundle,
          send: transport.send,
          nonce: `round00${round}`,
          baseUrl: server.url,
        });
        outcomes.push(`${status} ${verdict ?? ''}`.trim());
      }
    expect(outcomes).toEqual(outcomes.map(() => 'pass'));
    expect(await (await fetch(`${server.url}/todos`)).json()).toEqual([]);
  });
});
