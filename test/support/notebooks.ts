import type { Tenant } from './scenario.ts';

export const notebooksOf = ({ workspaceId }: Pick<Tenant, 'workspaceId'>): string =>
  `/api/v1/workspaces/${workspaceId}/notebooks`;

/** A fresh notebook of the tenant's Owner. */
export const aNotebook = async (tenant: Tenant, name = 'Notes'): Promise<{ path: string; id: string }> => {
  const { status, body } = await tenant.owner.post<{ id: string }>(notebooksOf(tenant), { name });
  if (status !== 201) throw new Error(`The notebook was not created: ${JSON.stringify(body)}`);
  return { path: `${notebooksOf(tenant)}/${body.id}`, id: body.id };
};

/** A fresh page of a notebook. */
export const aPage = async (
  { owner }: Tenant,
  notebook: { path: string },
  content = '# Notes',
): Promise<{ path: string; id: string }> => {
  const { status, body } = await owner.post<{ id: string }>(`${notebook.path}/pages`, { title: 'A page', content });
  if (status !== 201) throw new Error(`The page was not created: ${JSON.stringify(body)}`);
  return { path: `${notebook.path}/pages/${body.id}`, id: body.id };
};
