import type { setSso as endpoint } from '#contract/endpoints/sso.ts';
import { ServiceError } from '#contract/errors.ts';
import { tiers } from '#domain/billing/tiers.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { providerOf, settingsOf, type StoredFields, storedFields, urlIn } from './provider-of.ts';
import { showSso } from './show-sso.ts';

type Input = UseCaseInput<typeof endpoint>;

/**
 * The provider is made known to what signs people in before it counts here, and the one before it is forgotten after that: nobody signs in by a
 * provider that only one side knows. Throws VALIDATION_FAILED, TIER_REQUIRED, DOMAIN_NOT_VERIFIED, DEPENDENCY_UNAVAILABLE (decision record 0133).
 */
export const setSso: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, audit } = input;
  const fields = checked(body, ports);
  if (!tiers[actor.tier].hasSso)
    throw new ServiceError(
      'TIER_REQUIRED',
      'SSO needs ENTERPRISE. What was set before is for reading, and can be deleted.',
    );
  const domains = await verifiedDomains(input, ports);
  const provider = providerOf(scope, fields);
  return untilCommitted(runtime, 'SSO', async () => {
    const before = await ports['sso:read'].find(scope);
    const sso = { ...fields, required: body.required, domains, provider, version: (before?.version ?? 0) + 1 };
    await makeKnown(sso, before, body, ports);
    const { type, required } = sso;
    const facts = { type, host: hostOf(fields), required, domains: domains.join(' ') };
    const entry = audit('SSO_SET', { type: 'TENANT', id: scope.tenantId }, facts);
    if (!(await ports['sso:write'].set(scope, sso, before, { entry }))) return undefined;
    const answer = { body: showSso(sso, ports) };
    if (before === undefined || before.provider === provider) return answer;
    return { ...answer, defect: await forget(before.provider, ports) };
  });
};

/** What is stored of the body. Throws VALIDATION_FAILED. */
const checked = (body: Input['body'], ports: PortsFor<'webhook-targets:check'>): StoredFields => {
  const url = urlIn(body);
  const refusal = url && ports['webhook-targets:check'].refusalOf(url.value);
  if (url && refusal !== undefined) throw invalid(url.field, refusal);
  const fields = storedFields(body);
  if (fields === undefined)
    throw invalid('metadataXml', 'must be the metadata of a SAML identity provider, without a document type');
  return fields;
};

/** Where the client's secret is left out, the one that is known stays: then nothing but our own setting changes. */
const makeKnown = async (
  { provider }: Sso,
  before: Sso | undefined,
  body: Input['body'],
  ports: PortsFor<'identity-providers:write'>,
): Promise<void> => {
  const settings = settingsOf(body);
  if (settings === undefined && before?.provider === provider) return;
  if (settings === undefined)
    throw invalid('clientSecret', 'is needed with an issuer or client that was not set before');
  const refusal = await ports['identity-providers:write'].put(provider, settings);
  if (refusal !== undefined) throw invalid(urlIn(body)?.field ?? 'metadataXml', `cannot be used: ${refusal}`);
};

/** The answer is true all the same: nobody signs in by a provider that we do not know any more. */
const forget = async (provider: string, ports: PortsFor<'identity-providers:remove'>): Promise<unknown> => {
  try {
    return await ports['identity-providers:remove'].remove(provider);
  } catch (error) {
    return error;
  }
};

const verifiedDomains = async ({ scope }: Input, ports: PortsFor<'domains:read'>): Promise<string[]> => {
  const domains = await ports['domains:read'].list(scope);
  const verified = domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain);
  if (verified.length > 0) return verified;
  const detail = 'An identity provider speaks for addresses of verified domains only. Verify a domain first.';
  throw new ServiceError('DOMAIN_NOT_VERIFIED', detail);
};

/** The host alone: the rest of an address may be a secret. */
const hostOf = ({ issuer, metadataUrl }: StoredFields): string | null => {
  const url = issuer ?? metadataUrl;
  return url && new URL(url).host;
};

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_FAILED', `#/${field} ${message}`, [
    { in: 'body', pointer: `#/${field}`, code: 'INVALID', message },
  ]);
