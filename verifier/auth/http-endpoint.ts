import { isObject, type JsonObject } from '../plan/json-object.ts';
import type { Json, PersonaBinding } from '../plan/plan.ts';
import { TransportError, type Send, type WireRequest, type WireResponse } from '../transport/send.ts';
import { headersOf, isToken, secretValues } from './header.ts';
import type { Identity } from './identity.ts';
import { jwtExpiryMs } from './jwt-expiry.ts';
import { fitsHeader } from './read-credential.ts';

const TIMEOUT_MS = 30_000;
/** Members of a token request that are no secrets. */
const PUBLIC_MEMBERS = new Set(['grant_type', 'scope', 'audience', 'client_id']);

type Endpoint = {
  request: WireRequest;
  tokenPath: string;
  headerName: string;
  headerPrefix: string;
  secrets: string[];
};

/**
 * The identity of an HTTP_ENDPOINT persona: a token from one call of its endpoint. Redirects are not followed, so
 * credentials go nowhere else. Specification §5.
 */
export async function httpEndpoint(
  persona: PersonaBinding,
  config: { [key: string]: Json },
  { baseUrl, send, nowMs }: { baseUrl: string | undefined; send: Send; nowMs: () => number },
): Promise<Identity> {
  const endpoint = readEndpoint(persona, config, baseUrl);
  if ('problem' in endpoint) return endpoint;
  const answer = await call(endpoint.request, send);
  if ('problem' in answer) return answer;
  if (answer.status < 200 || answer.status > 299) {
    return { problem: `token endpoint returned status ${answer.status}` };
  }
  const body = parseObject(answer.body);
  if (body === undefined) return { problem: 'token endpoint did not return JSON' };
  const token = Object.hasOwn(body, endpoint.tokenPath) ? body[endpoint.tokenPath] : undefined;
  if (typeof token !== 'string' || token === '' || !fitsHeader(token)) {
    return { problem: `token field '${endpoint.tokenPath}' not found or empty in response` };
  }
  const lifetime = body['expires_in'];
  const expiresAtMs = typeof lifetime === 'number' ? nowMs() + lifetime * 1000 : jwtExpiryMs(token);
  const variable = persona.envVar.replace(/[^A-Za-z0-9_]/g, '_');
  return {
    headers: { [endpoint.headerName.toLowerCase()]: endpoint.headerPrefix + token },
    shell: { [endpoint.headerName]: `${endpoint.headerPrefix}$${variable}_TOKEN` },
    secrets: [...endpoint.secrets, token],
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

function readEndpoint(
  persona: PersonaBinding,
  config: { [key: string]: Json },
  baseUrl: string | undefined,
): Endpoint | { problem: string } {
  const { headers = {} } = config;
  const url = typeof config['url'] === 'string' ? absolute(config['url'], baseUrl) : undefined;
  const texts = { method: 'POST', tokenPath: 'access_token', headerName: 'Authorization', headerPrefix: 'Bearer ' };
  for (const key of Object.keys(texts) as (keyof typeof texts)[]) {
    const value = config[key] ?? texts[key];
    if (typeof value !== 'string') return { problem: `${persona.envVar}: "${key}" must be a string` };
    texts[key] = value;
  }
  if (url === undefined || !/^https?:/i.test(url)) {
    return { problem: `${persona.envVar}: "url" is missing or not an http(s) URL` };
  }
  if (headers === null || typeof headers !== 'object' || Array.isArray(headers)) {
    return { problem: `${persona.envVar}: "headers" must be an object` };
  }
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const checked = headersOf(Object.fromEntries(entries) as Record<string, string>);
  if ('problem' in checked) return { problem: `${persona.envVar}: ${checked.problem}` };
  const given = checked.entries;
  const unfit = [
    ...(['method', 'headerName'] as const).filter((key) => !isToken(texts[key])),
    ...(fitsHeader(texts.headerPrefix) ? [] : ['headerPrefix']),
  ];
  if (unfit[0] !== undefined) return { problem: `${persona.envVar}: "${unfit[0]}" is nothing that HTTP can carry` };
  const { text, contentType, secrets } = encodeBody(config['body'] ?? '', Object.fromEntries(given)['content-type']);
  const withBody = text !== '' && texts.method.toUpperCase() !== 'GET';
  return {
    ...texts,
    request: {
      method: texts.method.toUpperCase(),
      url,
      headers: {
        accept: 'application/json',
        ...(withBody ? { 'content-type': contentType } : {}),
        ...Object.fromEntries(given),
      },
      ...(withBody ? { body: text } : {}),
      timeoutMs: TIMEOUT_MS,
    },
    secrets: [...secretValues(given), ...secrets],
  };
}

/** The absolute URL; one that begins with / is appended to the base URL. Undefined if invalid. */
function absolute(url: string, baseUrl: string | undefined): string | undefined {
  const whole = url.startsWith('/') && baseUrl !== undefined ? baseUrl + url : url;
  return URL.canParse(whole) ? whole : undefined;
}

/**
 * The body of a token request. A string is sent unchanged, as JSON or form by its content. An object is sent as JSON,
 * or as a form if the content type says so.
 */
function encodeBody(
  body: Json,
  declared: string | undefined,
): { text: string; contentType: string; secrets: string[] } {
  if (typeof body === 'string') {
    const json = parseObject(body);
    const members = json ? Object.entries(json) : [...new URLSearchParams(body)];
    const contentType = declared ?? (json ? 'application/json' : 'application/x-www-form-urlencoded');
    return { text: body, contentType, secrets: secretMembers(members) };
  }
  const members = isObject(body) ? Object.entries(body) : [];
  const asForm = declared !== undefined && /x-www-form-urlencoded/i.test(declared);
  const form = new URLSearchParams(members.map(([name, value]): [string, string] => [name, String(value)]));
  return {
    text: asForm ? form.toString() : JSON.stringify(body),
    contentType: declared ?? 'application/json',
    secrets: secretMembers(members),
  };
}

function secretMembers(members: [string, Json][]): string[] {
  return members.flatMap(([name, value]) => (typeof value === 'string' && !PUBLIC_MEMBERS.has(name) ? [value] : []));
}

async function call(request: WireRequest, send: Send): Promise<WireResponse | { problem: string }> {
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return {
      problem:
        error.failure === 'TIMEOUT'
          ? 'token endpoint did not answer within 30 seconds'
          : `token endpoint could not be reached (${error.failure})`,
    };
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
