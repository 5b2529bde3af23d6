import { createRedactor } from '../engine/redact.ts';
import { isObject } from '../plan/json-object.ts';
import type { Json, PersonaBinding } from '../plan/plan.ts';
import { upperSnake } from '../plan/upper-snake.ts';
import { TransportError, type Send } from '../transport/send.ts';
import { headersOf, secretValues } from './header.ts';
import type { Identity } from './identity.ts';
import { jwtExpiryMs } from './jwt-expiry.ts';
import type { RunScript } from './script-runner.ts';

/** Variables that a script may see. Specification §5. */
const VISIBLE = /^(?:AUTH_|API_|DEZYCRO_)/;

type Options = {
  env: Record<string, string | undefined>;
  send: Send;
  nowMs: () => number;
  runScript: RunScript;
  /** Takes what scripts write with console.log, redacted. */
  debug?: (line: string) => void;
};

/** JS: the persona's script makes the headers, in a sandbox. Specification §5. */
export async function script(
  persona: PersonaBinding,
  config: { [key: string]: Json },
  { env, send, nowMs, runScript, debug }: Options,
): Promise<Identity> {
  const named = (problem: string): Identity => ({ problem: `authenticator '${persona.name}': ${problem}` });
  if (persona.script === undefined) return named('this verifier carries no script for it: build it again');
  const visible = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && VISIBLE.test(name) ? [[name, value]] : [],
  );
  const outcome = await runScript({
    script: persona.script,
    env: Object.fromEntries(visible),
    input: config,
    nowMs,
    fetch: (request, timeoutMs) => exchange(send, request, timeoutMs),
  });
  const given = textsOf(config);
  const redactor = createRedactor();
  redactor.learn([...given, ...visible.flatMap(([, value]) => [value, ...textsOf(parsed(value))])]);
  const oneLine = (text: string): string => redactor.text(text).replaceAll(/\p{Cc}+/gu, ' ');
  for (const line of outcome.log) debug?.(`${persona.name}: ${oneLine(line)}`);
  if ('problem' in outcome) return named(oneLine(outcome.problem).slice(0, 300));
  const headers = headersOf(memberOf(outcome.result, 'headers'));
  if ('problem' in headers) return named(`the script must return an object with "headers": ${headers.problem}`);
  return identityOf(persona, headers.entries, given);
}

function identityOf(persona: PersonaBinding, entries: [string, string][], given: string[]): Identity {
  const variable = persona.envVar.replace(/[^A-Za-z0-9_]/g, '_');
  const token = entries.find(([name]) => name.toLowerCase() === 'authorization')?.[1].replace(/^\w+ /, '');
  const expiresAtMs = token === undefined ? undefined : jwtExpiryMs(token);
  return {
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
    shell: Object.fromEntries(entries.map(([name]) => [name, `$${variable}_${upperSnake(name)}`])),
    secrets: [...given, ...secretValues(entries)],
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

/** The script's fetch: http and https only, redirects are answers, sizes as the transport limits them. */
async function exchange(send: Send, request: string, timeoutMs: number): Promise<string> {
  const { url, method, headers, body } = JSON.parse(request) as Record<string, Json>;
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url))
    throw new Error('fetch takes an http(s) URL');
  const given = headersOf(headers ?? {});
  if ('problem' in given) throw new Error(given.problem);
  const lower = given.entries.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  try {
    const answer = await send({
      method: String(method).toUpperCase(),
      url,
      headers: Object.fromEntries(lower),
      ...(body === undefined || body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      timeoutMs,
    });
    return JSON.stringify(answer);
  } catch (error) {
    throw new Error(error instanceof TransportError ? `fetch failed (${error.failure})` : String(error), {
      cause: error,
    });
  }
}

function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** Every string within a value. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A plain value, already known as a whole.
    return null;
  }
}
