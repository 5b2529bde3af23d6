import { createRedactor } from '../engine/redaction/redactor.ts';
import { isObject } from '../plan/json-object.ts';
import type { Json, PersonaBinding } from '../plan/plan.ts';
import { upperSnake } from '../plan/upper-snake.ts';
import { headersOf, secretValues } from './header.ts';
import type { Identity } from './identity.ts';
import { jwtExpiryMs } from './jwt-expiry.ts';
import { visibleVariables } from './script-access.ts';
import { ownHeader, scriptFetch, type Network } from './script-fetch.ts';
import type { RunScript } from './script-runner.ts';

/** What scripts are run with, apart from `send`: the sandbox, the target's base URL and the resolver of host names. */
export type ScriptSurroundings = Omit<Network, 'send'> & {
  run: RunScript;
  /** Receives the redacted lines of console.log. */
  debug?: ((line: string) => void) | undefined;
};

type Options = ScriptSurroundings & Network & { env: Record<string, string | undefined>; nowMs: () => number };

/**
 * The identity of a JS persona: its script computes the headers in a sandbox. The script sees its own variable and
 * listed ones, and calls the target and listed hosts. Specification §5, decision record 0097.
 */
export async function script(
  persona: PersonaBinding,
  config: { [key: string]: Json },
  { env, nowMs, run, debug, ...network }: Options,
): Promise<Identity> {
  const named = (problem: string): Identity => ({ problem: `authenticator '${persona.name}': ${problem}` });
  if (persona.script === undefined) return named('this verifier carries no script for it: build it again');
  const visible = visibleVariables(persona, env);
  const outcome = await run({
    script: persona.script,
    env: visible,
    input: config,
    nowMs,
    fetch: scriptFetch(persona, network),
  });
  const given = textsOf(config);
  const redactor = createRedactor();
  redactor.learn([...given, ...Object.values(visible).flatMap((value) => [value, ...textsOf(parsed(value))])]);
  const oneLine = (text: string): string => redactor.text(text).replaceAll(/\p{Cc}+/gu, ' ');
  for (const line of outcome.log) debug?.(`${persona.name}: ${oneLine(line)}`);
  if ('problem' in outcome) return named(oneLine(outcome.problem).slice(0, 300));
  const headers = headersOf(memberOf(outcome.result, 'headers'));
  if ('problem' in headers) return named(`the script must return an object with "headers": ${headers.problem}`);
  const own = ownHeader(headers.entries);
  if (own !== undefined) return named(`the script may not return the header ${own}: the runner sets it`);
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

function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** All strings within a value. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The variable is no JSON; its whole value is masked already.
    return null;
  }
}
