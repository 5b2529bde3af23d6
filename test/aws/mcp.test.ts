import { expect, test } from 'vitest';
import { agentOver, overHttp } from '../support/mcp-agent.ts';
import { openScenario } from '../support/scenario.ts';

const scenario = await openScenario();
const origin = process.env['API_TARGET']!;

test('POST /mcp: a tool call reaches the API behind the same gateway, as whoever asks', async () => {
  const { owner, workspaceId } = await scenario.aTenant();
  const agent = await agentOver(overHttp(origin, owner.token));
  const { body: project } = await owner.post(`/api/v1/workspaces/${workspaceId}/projects`, { name: 'By agents' });
  const listed = await agent.use('list_projects', { workspaceId });
  expect(JSON.stringify(listed)).toContain(project.id);
  await agent.close();
});
