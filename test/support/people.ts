import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import type { Manners } from './api-target.ts';
import { callJson, emulator } from './emulator.ts';
import { type Claims, openIssuer, type Person, poolName } from './issuer.ts';
import { fixedNames } from '../../lib/fixed-names.ts';

/** Where people sign in: the issuer of this process, or the user pool of the deployment. A person has one address, verified or not. */
export type People = {
  /** `claims`: what the token says otherwise; no pool gives such a one. */
  token(person: Required<Pick<Person, 'email'>> & Person, claims?: Claims): Promise<string>;
  manners: Manners;
};

/** Opens it for one test file. */
export const openPeople = async (): Promise<People> => {
  if (process.env['API_TARGET'] !== undefined && emulator !== undefined) return openPool();
  const issuer = await openIssuer();
  return { token: (person, claims) => issuer.token(person, claims), manners: { signIn: new OidcTokens(issuer) } };
};

const password = 'Good-enough-4-tests!';
const redirect = 'http://localhost:4281/callback';

/** Signs people in on the pool's own pages, as a browser does. */
const openPool = async (): Promise<People> => {
  const names = fixedNames('emulated', '', '');
  const parameter = async (Name: string): Promise<string> => {
    type Answer = { Parameter: { Value: string } };
    return (await callJson<Answer>('ssm', 'AmazonSSM.GetParameter', { Name })).Parameter.Value;
  };
  const [issuer, client] = await Promise.all([parameter(names.signInIssuer), parameter(names.signInAudience)]);
  const UserPoolId = issuer.split('/').at(-1)!;
  const ofPool = (operation: string, body: object): Promise<unknown> =>
    callJson('cognito-idp', `AWSCognitoIdentityProviderService.${operation}`, { UserPoolId, ...body });
  const added = new Map<string, Promise<unknown>>();
  const add = async (Username: string, { email, isVerified = true }: Person): Promise<void> => {
    const UserAttributes = Object.entries({ email, email_verified: String(isVerified) });
    await ofPool('AdminCreateUser', {
      Username,
      MessageAction: 'SUPPRESS',
      UserAttributes: UserAttributes.map(([Name, Value]) => ({ Name, Value })),
    });
    await ofPool('AdminSetUserPassword', { Username, Password: password, Permanent: true });
  };
  const send = (path: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${emulator}${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return {
    manners: {},
    token: async (person) => {
      const username = poolName(person) ?? person.email;
      if (!added.has(username)) added.set(username, add(username, person));
      await added.get(username);
      const asked = { client_id: client, redirect_uri: redirect, scope: 'openid email', response_type: 'code' };
      const login = await send('/login', { ...asked, username, password });
      const code = new URL(login.headers.get('location')!).searchParams.get('code')!;
      const grant = { grant_type: 'authorization_code', code, client_id: client, redirect_uri: redirect };
      return ((await (await send('/oauth2/token', grant)).json()) as { access_token: string }).access_token;
    },
  };
};
