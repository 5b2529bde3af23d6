import type { Json, PersonaBinding } from '../plan/plan.ts';
import type { Identity } from './identity.ts';
import { fitsHeader } from './read-credential.ts';

/** Headers whose values are no secrets. Masking these would blank harmless text. */
export const PUBLIC = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'host']);

/** The identity of a HEADER persona: headers that are added to each request. Specification §5. */
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

/** The entries of a header map, or the problem if HTTP cannot carry one. Messages never repeat a value. */
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

/** The values of headers that must be masked: each value, and its part after a scheme such as `Bearer`. */
export function secretValues(headers: [string, string][]): string[] {
  return headers
    .filter(([name]) => !PUBLIC.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, ...(/^\w+ (\S.*)$/.exec(value)?.slice(1) ?? [])]);
}

/** True for a valid HTTP method or header name. */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}
