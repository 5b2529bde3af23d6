import { isPassword, signInForm } from './resources/auth/sign-in-form.ts';
import { Findings } from './intake/json/findings.ts';
import { isObject, type JsonObject, member } from './intake/json/json-object.ts';
import { readDocument } from './intake/document/read-document.ts';
import { readSpec } from './intake/read-spec.ts';
import type { Operation } from './intake/model/operation.ts';
import { upgradeDocument } from './intake/document/upgrade-document.ts';
import type { SpecModel } from './intake/operations/spec-model.ts';
import { signInTokens } from './vocabulary/people-words.ts';
import { plainName } from './vocabulary/words-of.ts';

/** The ways in which a document lets callers authenticate: its security schemes and its sign-in requests. */
export type Access = { schemes: Scheme[]; logins: Login[] };

/**
 * A security scheme. `told` describes it to people, and `proof` is the form of its credentials. `header` is the name of
 * the header that carries an API key.
 */
export type Scheme = { name: string; told: string; proof: 'BEARER' | 'BASIC' | 'HEADER' | 'OTHER'; header?: string };

/**
 * A request that takes a user name and a password and returns a token, such as `POST /login`. `path` is the operation's
 * path. For OAuth 2.0, it may also be the token URL: absolute, or from the host's root. `within` is the body member
 * that holds both fields; without it they are at the top. `tokenPath` is the response member that holds the token.
 */
export type Login = {
  path: string;
  contentType: string;
  userField: string;
  passwordField: string;
  within?: string;
  /** Further members that the body must have: `grant_type: "password"` for OAuth 2.0. */
  more?: Record<string, string>;
  tokenPath: string;
};

const FORM = 'application/x-www-form-urlencoded';

/** Returns the security schemes of a document and its sign-in requests, at most one for each path. Throws SpecError. */
export async function readAccess(spec: string | object): Promise<Access> {
  const model = await readSpec(spec);
  const document = await upgradeDocument(await readDocument(spec), new Findings());
  const given = member(member(document, 'components'), 'securitySchemes');
  const schemes = Object.entries(isObject(given) ? given : {}).flatMap(([name, scheme]) =>
    isObject(scheme) ? [{ name, scheme }] : [],
  );
  const flows = schemes.flatMap(({ scheme }) => passwordLogin(scheme, model));
  const operations = model.operations.flatMap((operation) => loginBy(model, operation));
  const logins = [...flows, ...operations];
  return {
    schemes: schemes.map(({ name, scheme }) => schemeOf(name, scheme)),
    logins: logins.filter(({ path }, index) => logins.findIndex((one) => one.path === path) === index),
  };
}

function schemeOf(name: string, scheme: JsonObject): Scheme {
  const type = String(scheme['type']);
  const kind = String(scheme['scheme'] ?? '').toLowerCase();
  if (type === 'http' && kind === 'basic') return { name, told: 'HTTP Basic', proof: 'BASIC' };
  if (type === 'http') return { name, told: `HTTP ${kind}`, proof: kind === 'bearer' ? 'BEARER' : 'OTHER' };
  if (type !== 'apiKey') return { name, told: type, proof: 'BEARER' };
  const [key, place] = [String(scheme['name']), String(scheme['in'])];
  const told = `the ${place} parameter ${key}`;
  if (place === 'header') return { name, told: `the header ${key}`, proof: 'HEADER', header: key };
  return { name, told, proof: 'OTHER' };
}

/** Returns the token request of a scheme with OAuth 2.0's password flow (RFC 6749 §4.3); [] for other schemes. */
function passwordLogin(scheme: JsonObject, { operations, basePath }: SpecModel): Login[] {
  const url = member(member(member(scheme, 'flows'), 'password'), 'tokenUrl');
  if (typeof url !== 'string' || url === '') return [];
  const path = url.startsWith('/') || /^https?:/i.test(url) ? url : `/${url.replace(/^\.?\//, '')}`;
  const own = operations.find((one) => one.method === 'POST' && [one.path, basePath + one.path].includes(path));
  const names = { userField: 'username', passwordField: 'password' };
  const more = { grant_type: 'password' };
  return [{ path: own?.path ?? path, contentType: FORM, ...names, more, tokenPath: 'access_token' }];
}

function loginBy({ schemas }: SpecModel, operation: Operation): Login[] {
  const form = signInForm(schemas, operation);
  const passwordField = form?.names.find(isPassword);
  const userField = form?.names.find((name) => !isPassword(name));
  if (form === undefined || passwordField === undefined || userField === undefined) return [];
  const { path, body, responses } = operation;
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].schema;
  const shown = answer === undefined ? [] : Object.keys(schemas.flatten(answer).properties);
  return [
    {
      path,
      contentType: body?.contentType ?? 'application/json',
      userField,
      passwordField,
      ...(form.within === undefined ? {} : { within: form.within }),
      tokenPath: tokenAmong(shown) ?? 'access_token',
    },
  ];
}

/** Returns the likeliest name of the member that holds the token in a sign-in's response. Undefined without one. */
function tokenAmong(names: string[]): string | undefined {
  return [...signInTokens.words].flatMap((token) => names.filter((name) => plainName(name) === token))[0];
}
