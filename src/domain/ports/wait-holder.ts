import type { TenantScope } from '#domain/access/scope.ts';

/** A place among those of a tenant, until it is given back or its time is over. */
export type HeldPlace = { place: number; holder: string };

/** Whoever does not give the place back has lost it at `until`. */
export type Wait = { holder: string; from: Date; until: Date };

/** Places that only so many of a tenant's requests may hold at the same time, exactly counted over all processes. */
export interface WaitHolder {
  /** Takes a free one of `most` places; undefined: all are taken. */
  hold(scope: TenantScope, most: number, wait: Wait): Promise<HeldPlace | undefined>;
  /** Gives the place back; one that another has taken since stays theirs. */
  giveBack(scope: TenantScope, held: HeldPlace): Promise<void>;
}
