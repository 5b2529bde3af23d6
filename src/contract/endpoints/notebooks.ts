import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { notebook, notebookFields, page, pageDetail, pageFields } from '../schemas/notebooks.ts';

const path = '/api/v1/workspaces/{workspaceId}/notebooks';
const one = '/api/v1/workspaces/{workspaceId}/notebooks/{notebookId}';
const pages = '/api/v1/workspaces/{workspaceId}/notebooks/{notebookId}/pages';
const onePage = '/api/v1/workspaces/{workspaceId}/notebooks/{notebookId}/pages/{pageId}';

/** 256 KiB of content, each byte of which JSON may write with six. */
const pageBodyBytes = 2 * 1024 * 1024;

export const listNotebooks = defineEndpoint({
  operationId: 'listNotebooks',
  method: 'GET',
  path,
  summary: 'List the notebooks of a workspace, newest first',
  tags: ['Notebooks'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(notebook) },
  uses: ['notebooks:read'],
});

export const createNotebook = defineEndpoint({
  operationId: 'createNotebook',
  method: 'POST',
  path,
  summary: 'Create a notebook',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  adds: true,
  request: { body: notebookFields },
  success: { status: 201, body: notebook },
  etag: 'version',
  uses: ['notebooks:write'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const updateNotebook = defineEndpoint({
  operationId: 'updateNotebook',
  method: 'PUT',
  path: one,
  summary: 'Rename a notebook',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  request: { body: notebookFields },
  success: { status: 200, body: notebook },
  etag: 'version',
  uses: ['notebooks:write'],
});

export const deleteNotebook = defineEndpoint({
  operationId: 'deleteNotebook',
  method: 'DELETE',
  path: one,
  summary: 'Delete a notebook with its pages',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['notebooks:delete', 'blobs:remove'],
});

export const listPages = defineEndpoint({
  operationId: 'listPages',
  method: 'GET',
  path: pages,
  summary: 'List the pages of a notebook, newest first',
  tags: ['Notebooks'],
  permission: 'workspace:read',
  request: { query: pageQuery },
  success: { status: 200, body: paged(page) },
  uses: ['notebooks:read'],
});

export const createPage = defineEndpoint({
  operationId: 'createPage',
  method: 'POST',
  path: pages,
  summary: 'Create a page of a notebook',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  adds: true,
  request: { body: pageFields, maxBodyBytes: pageBodyBytes },
  success: { status: 201, body: pageDetail },
  etag: 'version',
  uses: ['notebooks:write', 'blobs:write'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const getPage = defineEndpoint({
  operationId: 'getPage',
  method: 'GET',
  path: onePage,
  summary: 'Show a page with its content',
  tags: ['Notebooks'],
  permission: 'workspace:read',
  success: { status: 200, body: pageDetail },
  etag: 'version',
  uses: ['notebooks:read', 'blobs:read'],
});

export const updatePage = defineEndpoint({
  operationId: 'updatePage',
  method: 'PUT',
  path: onePage,
  summary: 'Replace title and content of a page',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  request: { body: pageFields, maxBodyBytes: pageBodyBytes },
  success: { status: 200, body: pageDetail },
  etag: 'version',
  uses: ['notebooks:write', 'blobs:write'],
  errors: ['PLAN_LIMIT_REACHED'],
});

export const deletePage = defineEndpoint({
  operationId: 'deletePage',
  method: 'DELETE',
  path: onePage,
  summary: 'Delete a page',
  tags: ['Notebooks'],
  permission: 'notebook:write',
  container: 'PATH',
  success: { status: 204 },
  etag: 'version',
  uses: ['notebooks:write'],
});
