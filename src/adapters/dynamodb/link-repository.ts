import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  InvitationLink,
  Joining,
  JoinRefusal,
  LinkCreator,
  LinkReader,
  LinkRemover,
  LinkUse,
} from '#domain/ports/join-repository.ts';
import { transactSteps, unlessRefused } from './change-records.ts';
import { absent, add, all, exists, greater } from './expressions.ts';
import { joinSteps } from './join-repository.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';

/** So long a link that is over is still listed. */
const listedDays = 30;

export class LinkRepository implements LinkReader, LinkCreator, LinkRemover {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope): Promise<InvitationLink[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.links(scope), descending: true });
    return items.map(linkOf);
  }

  async find(scope: TenantScope, linkId: string): Promise<InvitationLink | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.link(scope, linkId));
    return item && linkOf(item);
  }

  async create(scope: TenantScope, link: InvitationLink, alongside: Alongside): Promise<void> {
    const expiresAt = Math.floor(Date.parse(link.validUntil) / 1000) + listedDays * 24 * 3600;
    const { tenantId } = scope;
    const writes = [
      { put: { ...keys.link(scope, link.id), ...link, expiresAt }, if: absent('pk') },
      { put: { ...keys.invitation(link.digest), tenantId, linkId: link.id, expiresAt }, if: absent('pk') },
    ];
    await transactAlongside(this.#tables, scope, writes, alongside);
  }

  delete(scope: TenantScope, { id, digest }: InvitationLink, alongside: Alongside): Promise<boolean> {
    const writes = [{ delete: keys.link(scope, id), if: exists('pk') }, { delete: keys.invitation(digest) }];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

/** A use of a link, which somebody joins by. */
export class LinkUses implements LinkUse {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  take(
    { id }: InvitationLink,
    ...[scope, user, under, alongside]: Joining
  ): Promise<'DONE' | 'LINK_OVER' | JoinRefusal> {
    const use: Write = {
      update: keys.link(scope, id),
      changes: [add('usesLeft', -1)],
      if: all(exists('pk'), greater('usesLeft', 0)),
    };
    return transactSteps<'LINK_OVER' | JoinRefusal>(
      (writes) => transactAlongside(this.#tables, scope, writes, alongside),
      [{ refusal: 'LINK_OVER', write: use }, ...joinSteps(scope, user, under)],
    );
  }
}

/** Without the time at which the table drops it. */
export const linkOf = (item: Item): InvitationLink => {
  const { expiresAt: _drop, ...link } = recordOf<InvitationLink & { expiresAt: number }>(item);
  return link;
};
