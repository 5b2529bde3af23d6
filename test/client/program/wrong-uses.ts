/** Each statement is a mistake that the generated types must not let through. */
import createClient from 'openapi-fetch';
import type { paths } from 'service-api';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' });
const path = { workspaceId: 'w' };

export const noSuchPath = client.GET('/api/v1/workspace', {});
export const noSuchMethod = client.DELETE('/api/v1/workspaces', {});
export const noPathParameter = client.GET('/api/v1/workspaces/{workspaceId}/projects', { params: { path: {} } });
export const noName = client.POST('/api/v1/workspaces/{workspaceId}/projects', { params: { path }, body: {} });
export const noBody = client.POST('/api/v1/workspaces/{workspaceId}/projects', { params: { path } });
export const noSuchStatus = client.POST('/api/v1/workspaces/{workspaceId}/projects', {
  params: { path },
  body: { name: 'n', status: 'GONE' },
});
export const pageIsNoText = client.GET('/api/v1/pats', { params: { query: { page: 'one' } } });
export const noSuchField = client.GET('/api/v1/me', {}).then(({ data }) => data?.nickname);
