import type { FeatureScope, TenantScope } from '#domain/access/scope.ts';
import type { Build } from '#domain/builds/build.ts';
import { hasEnded } from '#domain/builds/build-rules.ts';
import type { BuildChange, FeedEnd } from '#domain/ports/build-repository.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Item } from './writes.ts';

type Open = FeedEnd['open'];

/** Builds of before statements were signed have neither of the two. */
export const buildOf = (item: Item): Build => ({
  sequence: 0,
  statementSignature: null,
  ...recordOf<Omit<Build, 'sequence' | 'statementSignature'>>(item),
});

/** Where nothing limits the builds of a tenant, those that are gone are left out beyond so many. */
const mostListed = 50;

/**
 * The builds of a tenant that are under way after the change, of those before it. Who deletes a feature leaves its build in the list: only
 * what is still there fills it. Throws where there is no room.
 */
export const openAfter = async (
  tables: Tables,
  scope: FeatureScope,
  { builds, room }: BuildChange,
  open: Open,
): Promise<Open> => {
  const after = (before: Open): Open => {
    const others = Object.entries(before).filter(([id]) => builds.every((build) => build.id !== id));
    const own = builds
      .filter((build) => !hasEnded(build))
      .map(({ id }) => [id, `${scope.projectId}#${scope.featureId}`]);
    return Object.fromEntries([...others, ...own]);
  };
  const most = room?.limit ?? mostListed;
  const listed = after(open);
  if (Object.keys(listed).length <= most) return listed;
  const found = after(await stillOpen(tables, scope, open));
  if (room && Object.keys(found).length > most) throw room.refusal();
  return found;
};

const stillOpen = async (tables: Tables, scope: TenantScope, open: Open): Promise<Open> => {
  const entries = Object.entries(open);
  const wanted = entries.map(([id, place]) => {
    const [projectId = '', featureId = ''] = place.split('#');
    return keys.build({ ...scope, projectId, featureId }, id);
  });
  const items = await tables(scope.tenantId).batchGet(wanted);
  const isOpen = (item: Item | undefined): boolean => item !== undefined && !hasEnded(buildOf(item));
  return Object.fromEntries(entries.filter((_, index) => isOpen(items[index])));
};
