import type { FeatureScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { TicketReader, TicketWriter } from '#domain/ports/upload-store.ts';
import { ticketSeconds, type UploadTicket } from '#domain/uploads/upload-ticket.ts';
import { unlessRefused } from './change-records.ts';
import { exists } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

type TicketItem = UploadTicket & { expiresAt: number };

export class UploadRepository implements TicketReader, TicketWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope, uploadId: string, now: Date): Promise<UploadTicket | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.upload(scope, uploadId));
    if (item === undefined) return undefined;
    const { expiresAt, ...ticket } = recordOf<TicketItem>(item);
    return expiresAt * 1000 > now.getTime() ? ticket : undefined;
  }

  create(scope: FeatureScope, ticket: UploadTicket, alongside: Alongside): Promise<boolean> {
    const expiresAt = Math.floor(Date.parse(ticket.createdAt) / 1000) + ticketSeconds;
    const writes = [
      { check: keys.feature(scope, scope.featureId), if: exists('pk') },
      { put: { ...keys.upload(scope, ticket.id), ...ticket, expiresAt } },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}
