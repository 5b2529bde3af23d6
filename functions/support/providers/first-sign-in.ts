import { invitationAccepter } from './invitations-accept.ts';
import { limitReader } from './limits-read.ts';
import { planReader } from './plans-read.ts';
import { signInWriter } from './sign-ins-write.ts';
import { txtRecords } from './txt-records-read.ts';
import { joins } from './users-join.ts';

/** The providers of `firstSignInUses`. */
export const firstSignInProviders = {
  'sign-ins:write': signInWriter,
  'users:join': joins,
  'invitations:accept': invitationAccepter,
  'plans:read': planReader,
  'limits:read': limitReader,
  'txt-records:read': txtRecords,
};
