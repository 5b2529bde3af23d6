import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const { owner, workspaceId } = await scenario.aTenant();

type Tokens = { data: { id: string; lastUsedAt: string | null }[] };

test.each(registry.filter(({ permission }) => permission !== 'public'))(
  '$operationId: the first request of a token marks its use, whatever becomes of it',
  async ({ method, path }) => {
    const { body: made } = await owner.post<{ id: string; token: string }>('/api/v1/pats', { name: 'Fresh' });
    const fresh = scenario.callerWith(made.token);
    const somewhere = path.replace('{workspaceId}', workspaceId).replaceAll(/\{\w+\}/g, () => randomUUID());
    expect((await fresh.send(method, somewhere)).status).toBeLessThan(500);
    const { body: tokens } = await owner.get<Tokens>('/api/v1/pats');
    expect(tokens.data.find(({ id }) => id === made.id)).toMatchObject({ lastUsedAt: expect.any(String) });
    // A user has at most 100 live tokens, and there are more operations.
    expect((await owner.delete(`/api/v1/pats/${made.id}`)).status).toBe(204);
  },
);
