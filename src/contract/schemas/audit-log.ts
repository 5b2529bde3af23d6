import { auditActions, auditTargets } from '../audit-actions.ts';
import { dateTime, named, optional, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const action = z.enum(auditActions);

/** One action, with who did it and to what. Never with a secret (decision record 0100). */
export const auditEntry = named(
  'AuditEntry',
  z.object({
    id: uuidOut,
    at: dateTime,
    action,
    /** `tokenId`: the personal access token that was used; null for somebody who signed in. */
    /** `userId` null: the service, since the payment provider said so. */
    actor: z.object({ userId: z.nullable(uuidOut), email: z.nullable(z.string()), tokenId: z.nullable(uuidOut) }),
    /** `name`: as it was then; null where the request did not say it. */
    target: z.object({ type: z.enum(auditTargets), id: z.string(), name: z.nullable(z.string()) }),
    /** The X-Request-Id of the request. */
    requestId: z.string(),
    metadata: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  }),
);

export const auditQuery = {
  action: optional(action),
  /** Entries of what this user did. */
  actorId: optional(uuid),
  /** Entries from then on; absent: 31 days before `to`. */
  from: optional(dateTime),
  /** Entries before then; absent: 31 days after `from`, or now. */
  to: optional(dateTime),
};

export const exportFormat = z._default(z.enum(['ndjson', 'csv']), 'ndjson');
