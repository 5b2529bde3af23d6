import type { Asked, Fields, Routes, Told } from './small-server.ts';
import { notFound, ok } from './small-store.ts';

const missing = { status: 403, body: { error: 'not yours' } };

/** Things of whoever made them, with create, list, read, change and delete. */
export type OwnedStore = {
  routes: Routes;
  /** Does something with a thing where the caller may. */
  on: (act: (one: Fields, asked: Asked) => Told) => (asked: Asked) => Told;
};

/** How others are told: as of what is not there, that they may not, or not at all. */
export type Others = 'hidden' | 'forbidden' | 'allowed';

/** Who calls. */
export const callerOf = ({ headers }: Asked): string => headers['authorization'] ?? '';

/** `mayMake`: whether the caller may make what it sends; `base` may lead through a parent, whose id every thing keeps as its `of`. */
export function ownedStore(
  base: string,
  {
    others = 'hidden',
    listed = others,
    mayMake = () => true,
  }: { others?: Others; listed?: Others; mayMake?: (asked: Asked) => boolean } = {},
): OwnedStore {
  const things = new Map<string, Fields>();
  const owners = new Map<Fields, string>();
  let serial = 0;
  const on: OwnedStore['on'] = (act) => (asked) => {
    const one = things.get(asked.params.at(-1) ?? '');
    if (!one) return notFound;
    if (owners.get(one) === callerOf(asked) || others === 'allowed') return act(one, asked);
    return others === 'hidden' ? notFound : missing;
  };
  const routes: Routes = {
    [`POST ${base}`]: (asked) => {
      if (!mayMake(asked)) return missing;
      serial += 1;
      const one = { ...asked.body, id: `x${serial}` };
      things.set(one.id, one);
      owners.set(one, callerOf(asked));
      return { status: 201, body: one };
    },
    [`GET ${base}`]: (asked) =>
      ok([...things.values()].filter((one) => owners.get(one) === callerOf(asked) || listed === 'allowed')),
    [`GET ${base}/{id}`]: on((one) => ok(one)),
    [`PATCH ${base}/{id}`]: on((one, { body }) => ok(Object.assign(one, body))),
    [`DELETE ${base}/{id}`]: on((one) => {
      things.delete(String(one['id']));
      return { status: 204 };
    }),
  };
  return { routes, on };
}
