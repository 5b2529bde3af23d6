import { tokenAccesses } from '../permissions.ts';
import {
  dateTime,
  documented,
  exampled,
  int32,
  named,
  nonBlank,
  nullable,
  optional,
  rule,
  uuid,
  uuidOut,
} from './primitives.ts';
import * as z from './zod.ts';

const scope = z.enum(['TENANT', 'WORKSPACE']);
export const tokenAccess = z.enum(tokenAccesses);

const shown = {
  id: uuidOut,
  name: z.string(),
  scope,
  workspaceId: nullable(uuidOut),
  access: tokenAccess,
  tokenPrefix: z.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
  lastUsedAt: nullable(dateTime),
};

/** Specification §2, PersonalAccessToken, as lists show it: never with the secret. */
export const pat = named('PersonalAccessToken', z.object(shown));

/** The only answer that carries the full token, once. */
export const createdPat = named('CreatedPersonalAccessToken', z.object({ ...shown, token: z.string() }));

/** A token of any user of the tenant, as those who manage users see it. */
export const memberToken = named('MemberToken', z.object({ ...shown, userId: uuidOut }));

/**
 * Scope TENANT unless WORKSPACE is asked for; WORKSPACE names its workspace (decision record 0001). `access` is WRITE and `expiresAt` is in
 * 90 days unless given (decision record 0101).
 */
export const newPat = named(
  'NewPersonalAccessToken',
  documented(
    z.object({
      name: exampled(nonBlank(100), 'CI pipeline'),
      scope: nullable(scope),
      workspaceId: nullable(uuid),
      access: optional(tokenAccess),
      expiresAt: optional(dateTime),
    }),
    rule(
      { properties: { scope: { const: 'WORKSPACE' } }, required: ['scope'] },
      { properties: { workspaceId: { type: 'string' } }, required: ['workspaceId'] },
      { properties: { workspaceId: { type: 'null' } } },
    ),
  ),
);

/** How long tokens of the tenant may live (decision record 0101). */
export const tokenPolicy = named(
  'TokenPolicy',
  z.object({ maximumDays: exampled(int32.check(z.gte(1), z.lte(365)), 90) }),
);
