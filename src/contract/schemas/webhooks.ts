import { dateTime, exampled, int32, int64, named, nullable, text, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** Characters of a webhook's address. */
const longestUrl = 2048;

/** `url`: whole to who may write webhooks; to others the origin alone, since the path may be a secret. */
const shown = { id: uuidOut, url: z.string(), description: nullable(z.string()), createdAt: dateTime };

/** Where a project's events are posted to (decision record 0035). Never with its secret. */
export const webhook = named('Webhook', z.object(shown));

/** The only answer that carries the secret that deliveries are signed with, once. */
export const createdWebhook = named('CreatedWebhook', z.object({ ...shown, secret: z.string() }));

/** What else an address must be is said with WEBHOOK_URL_REFUSED. */
export const newWebhook = named(
  'NewWebhook',
  z.object({
    url: exampled(
      z.string().check(z.maxLength(longestUrl), z.regex(/^https?:\/\/[^\s\\]+$/, 'must be an absolute https URL')),
      'https://hooks.example.com/dezycro',
    ),
    description: nullable(text(500)),
  }),
);

/** Why a delivery got no answer. */
export const deliveryError = z.enum([
  'ADDRESS_REFUSED',
  'NAME_NOT_RESOLVED',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'TIMEOUT',
]);

/** One event for one webhook, and every attempt to hand it over. */
export const webhookDelivery = named(
  'WebhookDelivery',
  z.object({
    /** The `webhook-id` of every attempt. */
    eventId: uuidOut,
    type: z.literal('VERIFIER_STATUS_UPDATE'),
    featureId: uuidOut,
    sequence: int32,
    status: z.enum(['PENDING', 'DELIVERED', 'GIVEN_UP']),
    createdAt: dateTime,
    nextAttemptAt: nullable(dateTime),
    attempts: z.array(
      z.object({
        at: dateTime,
        durationMs: int64,
        statusCode: nullable(int32),
        error: nullable(deliveryError),
        /** The beginning of an answer that was no success. */
        excerpt: nullable(z.string()),
      }),
    ),
  }),
);
