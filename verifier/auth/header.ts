import type { Json, PersonaBinding } from '../plan/plan.ts';
import type { Identity } from './identity.ts';
import { fitsHeader } from './read-credential.ts';

/** Headers that every request has: their values are no secret, and masking them would blank harmless text. */
export const PUBLIC = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'host']);

/** HEADER: a map of headers, merged into every request. Specification §5. */
export function header(persona: PersonaBinding, config: { [key: string]: Json }): Identity {
  const given = headersOf(config['headers']);
  if ('problem' in given) return { problem: `${persona.envVar}: ${given.problem}` };
  const values = given.entries;
  if (values.length === 0) return { problem: `${persona.envVar}: "headers" is missing or empty` };
  return {
    headers: Object.fromEntries(values.map(([name, value]) => [name.toLowerCase(), value])),
    shell: Object.fromEntries(
      values.map(([name]) => [name, `$(printenv ${persona.envVar} | jq -r '.headers["${name}"]')`]),
    ),
    secrets: secretValues(values),
  };
}

/** A map of headers that HTTP can carry, or what is wrong with it; never repeats a value. */
export function headersOf(given: Json | undefined): { entries: [string, string][] } | { problem: string } {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    return { problem: '"headers" is missing or empty' };
  }
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!isToken(name) || typeof value !== 'string' || !fitsHeader(value)) {
      return { problem: `header ${JSON.stringify(name)} has no usable value` };
    }
    entries.push([name, value]);
  }
  return { entries };
}

/** What of a header map must never be written: each value, and the part behind a scheme word. */
export function secretValues(headers: [string, string][]): string[] {
  return headers
    .filter(([name]) => !PUBLIC.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, ...(/^\w+ (\S.*)$/.exec(value)?.slice(1) ?? [])]);
}

/** What HTTP takes as a method or as the name of a header. */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}
