import type { ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Webhook, WebhookReader, WebhookWriter } from '#domain/ports/webhook-repository.ts';
import { unlessRefused } from './change-records.ts';
import { countedDelete, countedPut, createCounted } from './counted-items.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

export class WebhookRepository implements WebhookReader, WebhookWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: ProjectScope): Promise<Webhook[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.webhooks(scope), descending: true });
    return items.map((item) => recordOf<Webhook>(item));
  }

  create(
    scope: ProjectScope,
    webhook: Webhook,
    secret: Uint8Array,
    limit: number,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'> {
    const writes = [
      ...countedPut(keys.webhookCounter(scope), { ...keys.webhook(scope, webhook.id), ...webhook }, limit),
      { put: { ...keys.webhookSecret(scope, webhook.id), ciphertext: secret } },
    ];
    return createCounted(this.#tables, scope, keys.project(scope, scope.projectId), writes, alongside);
  }

  delete(scope: ProjectScope, webhookId: string, alongside: Alongside): Promise<boolean> {
    const writes = [
      ...countedDelete(keys.webhookCounter(scope), keys.webhook(scope, webhookId), undefined),
      { delete: keys.webhookSecret(scope, webhookId) },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}
