import { dateTime, documented, named } from './primitives.ts';
import * as z from './zod.ts';

const shape = /^(?=.{4,237}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i;

/** A domain as DNS knows it, in ASCII, with room for the name of its record (253); upper case is accepted, lower case comes out. */
const domainName = documented(
  z.pipe(
    z.string().check(z.regex(shape, 'must be a domain such as example.com, in ASCII')),
    z.transform((value: string) => value.toLowerCase()),
  ),
  { examples: ['example.com'] },
);

/** What somebody becomes who joins by the domain of their address. */
const joiningRole = z.enum(['MEMBER', 'VIEWER']);

export const newDomain = named(
  'NewDomain',
  z.object({
    domain: domainName,
    /** Whether everybody who signs in with a verified address of the domain joins, uninvited. */
    autoJoin: z.boolean(),
    defaultRole: joiningRole,
  }),
);

/** A domain of the tenant. It is verified once DNS has a TXT record `txtName` with the text `txtValue`. */
export const domain = named(
  'Domain',
  z.object({
    domain: z.string(),
    autoJoin: z.boolean(),
    defaultRole: joiningRole,
    txtName: z.string(),
    txtValue: z.string(),
    verifiedAt: z.nullable(dateTime),
    createdAt: dateTime,
  }),
);
