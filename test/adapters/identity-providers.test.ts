import {
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  CreateIdentityProviderCommand,
  DeleteIdentityProviderCommand,
  DescribeUserPoolClientCommand,
  ListIdentityProvidersCommand,
  UpdateIdentityProviderCommand,
  UpdateUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { CognitoProviders } from '#adapters/cognito/identity-providers.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const client = new CognitoIdentityProviderClient({
  region: 'eu-west-1',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
});
const providers = new CognitoProviders({ client, poolId: 'eu-west-1_pool', clientId: 'our-client' });
const oidc = { type: 'OIDC', issuer: 'https://login.example.com', clientId: 'c', clientSecret: 's3cret-of-c' } as const;
const failing = (name: string, message = 'no') =>
  new CognitoIdentityProviderServiceException({ name, message, $fault: 'client', $metadata: {} });

/** What is in the pool, as its answers say it. */
let there: string[];
let offered: string[];
/** What happens to an update of the client. */
let onUpdate: (names: string[]) => void;
/** Every creation, and every removal, fails with these. */
let creationFails: Error | undefined;
let removalFails: Error | undefined;
beforeEach(() => {
  pool.reset();
  [there, offered, creationFails, removalFails] = [[], ['COGNITO'], undefined, undefined];
  onUpdate = (names) => {
    offered = names;
  };
  pool.on(CreateIdentityProviderCommand).callsFake(async ({ ProviderName }) => {
    if (creationFails) throw creationFails;
    if (there.includes(ProviderName)) throw failing('DuplicateProviderException');
    there.push(ProviderName);
    return {};
  });
  pool.on(UpdateIdentityProviderCommand).resolves({});
  pool.on(DeleteIdentityProviderCommand).callsFake(async ({ ProviderName }) => {
    if (removalFails) throw removalFails;
    if (!there.includes(ProviderName)) throw failing('ResourceNotFoundException');
    there = there.filter((name) => name !== ProviderName);
    return {};
  });
  pool.on(ListIdentityProvidersCommand).callsFake(async ({ NextToken = '0' }) => {
    // Two in a page.
    const [from, next] = [Number(NextToken), Number(NextToken) + 2];
    const Providers = there.slice(from, next).map((ProviderName) => ({ ProviderName }));
    return { Providers, ...(next < there.length && { NextToken: String(next) }) };
  });
  pool.on(DescribeUserPoolClientCommand).callsFake(async () => ({
    UserPoolClient: { ClientName: 'Ours', CallbackURLs: ['http://localhost/'], SupportedIdentityProviders: offered },
  }));
  pool.on(UpdateUserPoolClientCommand).callsFake(async ({ SupportedIdentityProviders }) => {
    onUpdate(SupportedIdentityProviders);
    return {};
  });
});

test('a provider is made with its secret, and offered by the client, which keeps all else', async () => {
  there = ['a', 'b', 'c'];
  expect(await providers.put('mine', oidc)).toBeUndefined();
  expect(pool.commandCalls(CreateIdentityProviderCommand)[0]!.args[0].input).toMatchObject({
    UserPoolId: 'eu-west-1_pool',
    ProviderName: 'mine',
    ProviderType: 'OIDC',
    ProviderDetails: { oidc_issuer: oidc.issuer, client_id: 'c', client_secret: oidc.clientSecret },
    AttributeMapping: { email: 'email', email_verified: 'email_verified' },
  });
  expect(pool.commandCalls(UpdateUserPoolClientCommand)[0]!.args[0].input).toEqual({
    UserPoolId: 'eu-west-1_pool',
    ClientId: 'our-client',
    ClientName: 'Ours',
    CallbackURLs: ['http://localhost/'],
    SupportedIdentityProviders: ['COGNITO', 'a', 'b', 'c', 'mine'],
  });
});

test('one that is there is changed; SAML goes by address or content', async () => {
  await providers.put('mine', oidc);
  await providers.put('mine', { type: 'SAML', metadataUrl: 'https://login.example.com/saml' });
  await providers.put('other', { type: 'SAML', metadataXml: '<EntityDescriptor/>' });
  const [changed] = pool.commandCalls(UpdateIdentityProviderCommand);
  expect(changed!.args[0].input.ProviderDetails).toEqual({ MetadataURL: 'https://login.example.com/saml' });
  const made = pool.commandCalls(CreateIdentityProviderCommand).at(-1)!.args[0].input;
  expect([made.ProviderType, made.ProviderDetails]).toEqual(['SAML', { MetadataFile: '<EntityDescriptor/>' }]);
});

test('what the pool refuses is said in its words, and the client stays as it is', async () => {
  creationFails = failing('InvalidParameterException', 'Unable to contact the issuer');
  expect(await providers.put('mine', oidc)).toBe('Unable to contact the issuer');
  expect(pool.commandCalls(UpdateUserPoolClientCommand)).toEqual([]);
});

test('of two changes at the same time none is lost', async () => {
  let isFirst = true;
  onUpdate = (names) => {
    // Somebody who had read before writes behind the first update.
    offered = isFirst ? ['COGNITO', 'theirs'] : names;
    if (isFirst) there.push('theirs');
    isFirst = false;
  };
  await providers.put('mine', oidc);
  expect(offered).toEqual(['COGNITO', 'mine', 'theirs']);
});

test('a removal happens whether or not it is there, and the client offers it no more', async () => {
  await providers.put('mine', oidc);
  await providers.remove('mine');
  await providers.remove('mine');
  expect([there, offered]).toEqual([[], ['COGNITO']]);
});

test('a pool that does not answer, or is changed without end, is DEPENDENCY_UNAVAILABLE; its words are for the log', async () => {
  onUpdate = () => undefined;
  await expect(providers.put('mine', oidc)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  removalFails = failing('TooManyRequestsException', 'slow down');
  const refused = await providers.remove('mine').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE', cause: { message: 'slow down' } });
  expect((refused as Error).message).not.toContain('slow down');
});
