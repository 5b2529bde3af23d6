import type { Tenant } from './scenario.ts';

/** Paths of the interface (specification §4). */
export const projectsOf = ({ workspaceId }: { workspaceId: string }): string =>
  `/api/v1/workspaces/${workspaceId}/projects`;

/** An id that nothing has. */
export const absentId = '00000000-0000-7000-8000-000000000000';

/** A fresh project of the tenant's Owner; answers its path and id. */
export const aProject = async (tenant: Tenant, name = 'A project'): Promise<{ path: string; id: string }> => {
  const { status, body } = await tenant.owner.post<{ id: string }>(projectsOf(tenant), { name });
  if (status !== 201) throw new Error(`The project was not created: ${JSON.stringify(body)}`);
  return { path: `${projectsOf(tenant)}/${body.id}`, id: body.id };
};

/** A fresh feature below a project's path. */
export const aFeature = async (
  tenant: Tenant,
  project: { path: string },
  name = 'A feature',
): Promise<{ path: string; id: string }> => {
  const { status, body } = await tenant.owner.post<{ id: string }>(`${project.path}/features`, { name });
  if (status !== 201) throw new Error(`The feature was not created: ${JSON.stringify(body)}`);
  return { path: `${project.path}/features/${body.id}`, id: body.id };
};
