import type { ProjectScope } from '#domain/access/scope.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type {
  Delivery,
  DeliveryQueue,
  DeliveryReader,
  DeliveryWriter,
  Webhook,
} from '#domain/ports/webhook-repository.ts';
import { unlessRefused } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, type Change, equal, exists, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { recordOf, type Tables } from './record.ts';
import { deliveryIn, deliveryType } from './webhook-items.ts';

/** As long as events are (decision record 0005): no delivery is open for longer than a day. */
const keptSeconds = 7 * 24 * 3600;

/** Deliveries stand among the open work by the time at which the next attempt is due. */
export class DeliveryRepository implements DeliveryReader, DeliveryQueue, DeliveryWriter {
  readonly #tables: Tables;
  readonly #now: () => number;

  constructor(tables: Tables, now: () => number = Date.now) {
    this.#tables = tables;
    this.#now = now;
  }

  async list(scope: ProjectScope, webhookId: string): Promise<Delivery[] | undefined> {
    const table = this.#tables(scope.tenantId);
    const [webhook, { items }] = await Promise.all([
      table.get(keys.webhook(scope, webhookId)),
      table.query({ ...ranges.deliveries(scope, webhookId), descending: true }),
    ]);
    if (webhook === undefined) return undefined;
    const isKept = (item: (typeof items)[number]): boolean => (item['expiresAt'] as number) * 1000 > this.#now();
    return items.filter(isKept).map((item) => deliveryIn(item)!);
  }

  async queue(scope: ProjectScope, event: VerifierStatusUpdate, now: Date): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.webhooks(scope));
    const dueAt = now.toISOString();
    const fresh = { event, status: 'PENDING', tries: 0, attempts: [], createdAt: dueAt, nextAttemptAt: dueAt } as const;
    const expiresAt = Math.floor(now.getTime() / 1000) + keptSeconds;
    const queueFor = ({ id: webhookId }: Webhook): Promise<boolean> => {
      const key = keys.delivery(scope, webhookId, event.eventId);
      const put = {
        ...key,
        ...dueAgain(scope, webhookId, event, dueAt),
        type: deliveryType,
        webhookId,
        ...fresh,
        expiresAt,
      };
      // Refused where it is queued already, or the webhook was deleted meanwhile.
      return unlessRefused(
        table.transact([
          { check: keys.webhook(scope, webhookId), if: exists('pk') },
          { put, if: absent('pk') },
        ]),
      );
    };
    await Promise.all(items.map((item) => queueFor(recordOf<Webhook>(item))));
  }

  async findTarget(scope: ProjectScope, webhookId: string): Promise<{ url: string; secret: Uint8Array } | undefined> {
    const wanted = [
      keys.project(scope, scope.projectId),
      keys.webhook(scope, webhookId),
      keys.webhookSecret(scope, webhookId),
    ];
    const [project, webhook, secret] = await this.#tables(scope.tenantId).batchGet(wanted);
    if (project === undefined || webhook === undefined || secret === undefined) return undefined;
    return { url: recordOf<Webhook>(webhook).url, secret: secret['ciphertext'] as Uint8Array };
  }

  async claim(scope: ProjectScope, { webhookId, event, tries }: Delivery, until: Date): Promise<Delivery | undefined> {
    const table = this.#tables(scope.tenantId);
    const changes = [set('tries', tries + 1), ...dueChanges(scope, webhookId, event, until.toISOString())];
    const isOpen = all(equal('status', 'PENDING'), equal('tries', tries));
    try {
      return deliveryIn(await table.update(keys.delivery(scope, webhookId, event.eventId), changes, isOpen));
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }
  }

  async record(
    scope: ProjectScope,
    { webhookId, event, tries }: Delivery,
    { status, attempts, nextAttemptAt }: Pick<Delivery, 'status' | 'attempts' | 'nextAttemptAt'>,
  ): Promise<void> {
    const due = nextAttemptAt === null ? endChanges : dueChanges(scope, webhookId, event, nextAttemptAt);
    const isMine = all(equal('status', 'PENDING'), equal('tries', tries));
    const key = keys.delivery(scope, webhookId, event.eventId);
    const changes = [set('status', status), set('attempts', attempts), ...due];
    await unlessRefused(this.#tables(scope.tenantId).update(key, changes, isMine));
  }

  async drop(scope: ProjectScope, { webhookId, event }: Delivery): Promise<void> {
    await this.#tables(scope.tenantId).delete(keys.delivery(scope, webhookId, event.eventId));
  }
}

const dueAgain = (scope: ProjectScope, webhookId: string, { eventId }: VerifierStatusUpdate, dueAt: string) =>
  openWork('DELIVERY', dueAt, scope.tenantId, scope.projectId, webhookId, eventId);

const dueChanges = (scope: ProjectScope, webhookId: string, event: VerifierStatusUpdate, dueAt: string): Change[] => [
  set('nextAttemptAt', dueAt),
  ...Object.entries(dueAgain(scope, webhookId, event, dueAt)).map(([name, value]) => set(name, value)),
];

const endChanges: Change[] = [set('nextAttemptAt', null), remove('gsi1pk'), remove('gsi1sk')];
