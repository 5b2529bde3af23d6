import type { getSso as endpoint } from '#contract/endpoints/sso.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showSso } from './show-sso.ts';

/** On every tier: what was set before a tenant left ENTERPRISE can be seen and deleted. */
export const getSso: UseCase<typeof endpoint> = async ({ scope }, ports) => {
  const sso = await ports['sso:read'].find(scope);
  if (!sso) throw notFound();
  return { body: showSso(sso, ports) };
};
