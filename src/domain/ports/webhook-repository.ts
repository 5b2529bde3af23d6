import type { deliveryError } from '#contract/schemas/webhooks.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';

export type Webhook = { id: string; url: string; description: string | null; createdAt: string };

/** What came of one post. `excerpt`: the beginning of an answer that was no success. */
export type Reply = {
  statusCode: number | null;
  error: z.output<typeof deliveryError> | null;
  excerpt: string | null;
};

export type Attempt = Reply & { at: string; durationMs: number };

/** One event for one webhook. `tries` counts attempts that were begun, `attempts` holds those that ended. */
export type Delivery = {
  webhookId: string;
  event: VerifierStatusUpdate;
  status: 'PENDING' | 'DELIVERED' | 'GIVEN_UP';
  tries: number;
  attempts: Attempt[];
  createdAt: string;
  /** Null once it has ended. */
  nextAttemptAt: string | null;
};

export interface WebhookReader {
  /** Newest first. */
  list(scope: ProjectScope): Promise<Webhook[]>;
}

export interface DeliveryReader {
  /** Newest first, of the last seven days; undefined where there is no such webhook. */
  list(scope: ProjectScope, webhookId: string): Promise<Delivery[] | undefined>;
}

export interface WebhookWriter {
  /** With its encrypted secret. LIMIT: the project has as many as it may have; GONE: the project is. */
  create(
    scope: ProjectScope,
    webhook: Webhook,
    secret: Uint8Array,
    limit: number,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'>;
  /** With its secret. False where there is none. */
  delete(scope: ProjectScope, webhookId: string, alongside: Alongside): Promise<boolean>;
}

export interface DeliveryQueue {
  /** Sees to it that the event has a delivery, due now, for each webhook of its project. May be repeated. */
  queue(scope: ProjectScope, event: VerifierStatusUpdate, now: Date): Promise<void>;
}

export interface DeliveryWriter {
  /** Where to post, and the encrypted secret; undefined once webhook or project is gone. */
  findTarget(scope: ProjectScope, webhookId: string): Promise<{ url: string; secret: Uint8Array } | undefined>;
  /** Takes an open delivery for one attempt: nobody else does until then. Undefined where somebody has, or it has ended. */
  claim(scope: ProjectScope, delivery: Delivery, until: Date): Promise<Delivery | undefined>;
  /** What came of the attempt that was claimed, and when the next one is due. Nothing happens where it was claimed anew. */
  record(
    scope: ProjectScope,
    claimed: Delivery,
    outcome: Pick<Delivery, 'status' | 'attempts' | 'nextAttemptAt'>,
  ): Promise<void>;
  /** Removes a delivery to what is gone. */
  drop(scope: ProjectScope, delivery: Delivery): Promise<void>;
}
