import { listWorkspaces } from '#contract/endpoints/workspaces.ts';
import { defineTool } from '../tool.ts';

export const listWorkspacesTool = defineTool({
  name: 'list_workspaces',
  title: 'List workspaces',
  description: 'The workspaces that the token sees.',
  effect: 'reads',
  input: listWorkspaces.request.query,
  output: listWorkspaces.success.body,
  run: (query, call) => call(listWorkspaces, { query }),
});
