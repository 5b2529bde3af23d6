import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { eventIn } from '#adapters/dynamodb/event-repository.ts';
import { isOpenWork } from '#adapters/dynamodb/index-keys.ts';
import { itemOf } from '#adapters/dynamodb/condition-failed.ts';
import { deliveryIn } from '#adapters/dynamodb/webhook-items.ts';
import {
  applyPayments,
  deliverWebhooks,
  expireInvitations,
  expireRuns,
  sealAuditLog,
  sweep as sweepJob,
  reconcilePayments,
  syncSeats,
} from '#contract/jobs.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Delivery } from '#domain/ports/webhook-repository.ts';
import type { PaymentEvent } from '#domain/ports/payments.ts';
import { operation as apply } from '#functions/jobs/apply-payments.ts';
import { operation as deliver } from '#functions/jobs/deliver-webhooks.ts';
import { operation as endInvitations } from '#functions/jobs/expire-invitations.ts';
import { operation as expire } from '#functions/jobs/expire-runs.ts';
import { operation as seal } from '#functions/jobs/seal-audit-log.ts';
import { operation as publish } from '#functions/jobs/publish-events.ts';
import { operation as reconcile } from '#functions/jobs/reconcile-payments.ts';
import { operation as compareSeats } from '#functions/jobs/sync-seats.ts';
import { operation as sweep } from '#functions/jobs/sweep.ts';
import type { EmbeddedTable } from '../table/open-table.ts';

type Options = {
  table: EmbeddedTable;
  ports: Record<string, unknown>;
  runtime: Runtime;
  reportFailure(what: string, error: unknown): void;
};

const minuteMs = 60_000;
/** As in AWS: whoever began something has so long to end it. */
const graceSeconds = 120;

/**
 * The jobs on one machine: the table's change feed stands in for its stream, a timer for the schedule. What fails is taken up by the next
 * sweep, which also comes at the start.
 */
export class LocalJobs {
  readonly #options: Options;
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #underway = new Set<Promise<void>>();
  readonly #stop: () => void;
  #isClosed = false;
  #seats: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const ignore = options.table.onChange(({ newImage, oldImage }) => {
      if (isMark(newImage) && !isMark(oldImage)) void this.syncSeats();
      const item = oldImage === undefined ? itemOf(newImage as Parameters<typeof itemOf>[0]) : undefined;
      const event = item && eventIn(item);
      const delivery = item && deliveryIn(item);
      if (delivery) this.deliver([delivery]);
      if (event === undefined) return;
      this.#news.emit('event');
      this.#do('publishing an event', () => publish.run([event], options.ports, options.runtime));
    });
    const timers = [
      setInterval(() => void this.sweep(graceSeconds), sweepJob.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.deliver(), deliverWebhooks.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.endInvitations(), expireInvitations.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.applyPayments(), applyPayments.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.reconcilePayments(), reconcilePayments.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.syncSeats(), syncSeats.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.expire(), expireRuns.trigger.everyMinutes * minuteMs),
      setInterval(() => void this.seal(), sealAuditLog.trigger.everyMinutes * minuteMs),
    ];
    this.#stop = () => {
      for (const timer of timers) clearInterval(timer);
      ignore();
    };
  }

  /** What a clock that is moved sets off, once; seals of the hours in between follow with the next hour of this machine. Never rejects. */
  async runTimed(): Promise<void> {
    await this.expire();
    await this.endInvitations();
    await this.deliver();
    await this.applyPayments();
    await this.reconcilePayments();
    await this.syncSeats();
  }

  /** Posts these to their webhooks; without any, what is due. Never rejects. */
  deliver(fresh?: readonly Delivery[]): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the delivery to webhooks', () => deliver.run(fresh, ports, runtime));
  }

  /** Takes up what was begun so long ago and did not end. Never rejects. */
  sweep(seconds: number): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the sweep', () => sweep.run({ graceSeconds: seconds }, ports, runtime));
  }

  /** Removes runs whose time is over. Never rejects. */
  expire(): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the removal of old runs', () => expire.run(undefined, ports, runtime));
  }

  /** Removes invited users whose invitation has ended. Never rejects. */
  endInvitations(): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the end of invitations', () => endInvitations.run(undefined, ports, runtime));
  }

  /** Seals the hours of the audit log that have ended. Never rejects. */
  seal(): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the sealing of the audit log', () => seal.run(undefined, ports, runtime));
  }

  /** Makes a plan what the payment provider says; without an event ends what is to be stopped there. Never rejects. */
  applyPayments(event?: PaymentEvent): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('applying payments', () => apply.run(event, ports, runtime));
  }

  /** Compares the plans that are due with the payment provider. Never rejects. */
  reconcilePayments(): Promise<void> {
    const { ports, runtime } = this.#options;
    return this.#do('the comparison with the payment provider', () => reconcile.run(undefined, ports, runtime));
  }

  /** Tells the payment provider of seats that changed; one run at a time. Never rejects. */
  syncSeats(): Promise<void> {
    const { ports, runtime } = this.#options;
    const run = () => this.#do('the comparison of seats', () => compareSeats.run({ graceSeconds: 0 }, ports, runtime));
    this.#seats = this.#seats.then(run);
    return this.#seats;
  }

  /** Settles when the given wait does, or as soon as there is a new event: whoever waits for one hears at once. */
  async waitForNews(durationMs: number): Promise<void> {
    const ended = new AbortController();
    const { signal } = ended;
    const first = Promise.race([this.#options.runtime.wait(durationMs, signal), once(this.#news, 'event', { signal })]);
    await first.finally(() => ended.abort());
  }

  /** Nothing new begins; lets what is under way end, for at most so long. What does not is taken up by the next start, and fails unheard. */
  async close(patienceMs: number): Promise<void> {
    this.#stop();
    await Promise.race([Promise.all(this.#underway), wait(patienceMs)]);
    this.#isClosed = true;
  }

  #do(what: string, work: () => Promise<unknown>): Promise<void> {
    const done = work().then(
      () => undefined,
      (error: unknown) => {
        if (!this.#isClosed) this.#options.reportFailure(what, error);
      },
    );
    this.#underway.add(done);
    return done.finally(() => this.#underway.delete(done));
  }
}

/** Whether an item says that its tenant's seats are to be compared. */
const isMark = (image: object | undefined): boolean =>
  isOpenWork('SEATS', (image as { gsi1pk?: { S?: string } } | undefined)?.gsi1pk?.S);
