import { dateTime, documented, exampled, named, nonBlank, nullable, rule, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const scope = z.enum(['TENANT', 'WORKSPACE']);

const shown = {
  id: uuidOut,
  name: z.string(),
  scope,
  workspaceId: nullable(uuidOut),
  tokenPrefix: z.string(),
  createdAt: dateTime,
  lastUsedAt: nullable(dateTime),
};

/** Specification §2, PersonalAccessToken, as lists show it: never with the secret. */
export const pat = named('PersonalAccessToken', z.object(shown));

/** The only answer that carries the full token, once. */
export const createdPat = named('CreatedPersonalAccessToken', z.object({ ...shown, token: z.string() }));

/** Scope TENANT unless WORKSPACE is asked for; WORKSPACE names its workspace (decision record 0001). */
export const newPat = named(
  'NewPersonalAccessToken',
  documented(
    z.object({ name: exampled(nonBlank(100), 'CI pipeline'), scope: nullable(scope), workspaceId: nullable(uuid) }),
    rule(
      { properties: { scope: { const: 'WORKSPACE' } }, required: ['scope'] },
      { properties: { workspaceId: { type: 'string' } }, required: ['workspaceId'] },
      { properties: { workspaceId: { type: 'null' } } },
    ),
  ),
);
