import type { Endpoint } from '#contract/define-endpoint.ts';
import { ServiceError } from '#contract/errors.ts';
import { isForGuests } from '#contract/permissions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { toActor } from '#domain/access/effective-roles.ts';
import type { FirstSignInPorts } from '#domain/access/first-sign-in.ts';
import { type Person, subjectDigest } from '#domain/access/person.ts';
import { isWellFormedToken, tokenDigest } from '#domain/access/token-format.ts';
import { isSpokenFor, requireOwnWayIn } from '#domain/sso/known-way-in.ts';
import type { Identity, SaidEmail } from '#domain/ports/sign-in.ts';
import { hasExpired } from '#domain/tokens/token-rules.ts';
import type { Access, ContainerIds } from '#domain/ports/access-reader.ts';
import { parsePath } from './parse-request.ts';
import type { Operation, RawRequest, ServeDependencies } from './operation.ts';

/**
 * Who calls, whether all that the path lies in is there, and the head of the feature in it. `person`: at an endpoint for those who may have no
 * tenant yet, whoever signed in.
 */
export type Caller = { actor: Actor | undefined; person?: Person } & Partial<Pick<Access, 'containersExist' | 'head'>>;

/**
 * Every failure looks the same, to the byte, but one: who has the secret of a token learns that it has expired. A token that nobody can
 * have made costs no call.
 */
export const authenticate = async (
  operation: Operation,
  request: RawRequest,
  dependencies: ServeDependencies,
): Promise<Caller> => {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
  const found = token && (await accessOf(token, operation, request, dependencies));
  if (found && 'person' in found) return found;
  if (!found) throw new ServiceError('UNAUTHENTICATED', 'Send a valid access token as Authorization: Bearer <token>.');
  if (hasExpired(found.caller, dependencies.runtime.now()))
    throw new ServiceError(
      'TOKEN_EXPIRED',
      `This access token ended at ${found.caller.tokenExpiresAt}. Sign in, or use another token, and create a new one.`,
    );
  return { actor: toActor(found.caller), containersExist: found.containersExist, head: found.head };
};

/** A first sign-in makes its user where the endpoint may; elsewhere nobody is there yet. */
const accessOf = async (
  token: string,
  { endpoint, firstSignIn }: Operation,
  request: RawRequest,
  { access, signIn, ports, runtime }: ServeDependencies,
): Promise<Access | Required<Pick<Caller, 'actor' | 'person'>> | undefined> => {
  const containers = containersIn(endpoint, request);
  if (isWellFormedToken(token)) return access.findAccess(tokenDigest(token), containers);
  const identity = await signIn?.verify(token);
  if (identity === undefined) return undefined;
  const subject = subjectDigest(identity);
  const known = await access.findSignedIn(subject, containers);
  if (known && !isRightWay(identity.provider, known)) return undefined;
  if (isForGuests(endpoint.permission)) {
    const { email } = known?.caller ?? {};
    const said = email ? { address: email, isVerified: true } : await signIn?.findEmail(token);
    return { actor: known && toActor(known.caller), person: personOf(subject, identity, said) };
  }
  if (known || !firstSignIn) return known;
  const person = personOf(subject, identity, await signIn?.findEmail(token));
  await firstSignIn(person, ports as FirstSignInPorts, runtime, request.requestId);
  return access.findSignedIn(subject, containers);
};

/** False for what a provider says of somebody whom it does not speak for. Throws SSO_REQUIRED. */
const isRightWay = (provider: string | null, { caller, sso }: Access): boolean => {
  if (provider !== null) return isSpokenFor(provider, caller, sso);
  requireOwnWayIn(caller, sso);
  return true;
};

const personOf = (subject: string, { provider: name }: Identity, said: SaidEmail | undefined): Person => ({
  subject,
  email: said?.isVerified === true ? said.address : undefined,
  provider: name === null ? null : { name, email: said?.address },
});

/** Read together with the caller; where the path is malformed none is, and that is told in its turn. */
const containersIn = (endpoint: Endpoint, { pathParameters }: RawRequest): ContainerIds => {
  try {
    return parsePath(endpoint, pathParameters);
  } catch {
    return {};
  }
};
