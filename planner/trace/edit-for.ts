import type { Unbound } from './claim.ts';
import type { Role, SurfaceOperation } from '../outcome/surface-operation.ts';
import { plainVerb, roleOfVerb } from './role-of-verb.ts';

/** Returns the edit of the spec that should help to bind the requirement; null if none does. */
export function editFor(unbound: Unbound): string | null {
  if (unbound.reason === 'NO_FIELD')
    return `Show the member that is meant in the 2xx answer of ${unbound.operation.key}.`;
  if (unbound.reason === 'AMBIGUOUS') {
    const keys = unbound.candidates.map(({ key }) => key);
    return `Let the summary of the operation that is meant, one of ${keys.join(', ')}, begin with the verb of the sentence.`;
  }
  if (unbound.reason !== 'NO_OPERATION') return null;
  return operationFor(unbound.verb, unbound.thing, unbound.operations);
}

const METHODS: Record<Exclude<Role, 'act'>, string> = {
  create: 'POST',
  read: 'GET',
  list: 'GET',
  update: 'PATCH',
  delete: 'DELETE',
};

function operationFor(verb: string, thing: string, operations: readonly SurfaceOperation[]): string {
  const role = roleOfVerb(verb);
  const { collection, item } = pathsOf(thing, operations);
  if (role === undefined || role === 'act') {
    return `Add "POST ${item}/${plainVerb(verb)}", which answers the ${thing} as it is then.`;
  }
  return `Add "${METHODS[role]} ${role === 'create' || role === 'list' ? collection : item}" for the ${thing}.`;
}

/**
 * Returns the paths of an item's collection and of the item. If no operation has one, it is derived from the other path
 * or from the item's name.
 */
function pathsOf(thing: string, operations: readonly SurfaceOperation[]): { collection: string; item: string } {
  const paths = operations.map(({ key }) => key.slice(key.indexOf(' ') + 1));
  const item = paths.find((path) => path.endsWith('}'));
  const collection =
    paths.find((path) => !path.includes('{')) ?? item?.replace(/\/\{[^}]*\}$/, '') ?? `/${thing.replaceAll(' ', '-')}s`;
  return { collection, item: item ?? `${collection}/{id}` };
}
