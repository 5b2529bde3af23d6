import { isObject } from '../plan/json-object.ts';
import type { Json, PersonaBinding } from '../plan/plan.ts';

/**
 * A persona's credential as its variable holds it, or why it cannot be used. `isBare`: the variable holds the token
 * itself. Specification §5 and §7.
 */
export type Credential = { config: { [key: string]: Json }; isBare?: true } | { problem: string };

/**
 * Reads the JSON of the persona's variable; for BEARER, also a token without JSON around it. An empty variable counts
 * as unset. Never repeats the value.
 */
export function readCredential(persona: PersonaBinding, env: Record<string, string | undefined>): Credential {
  const text = env[persona.envVar];
  if (text === undefined || text.trim() === '') return { problem: notConfigured(persona.name) };
  const token = text.trim();
  if (persona.authType === 'BEARER' && isToken68(token)) return { config: { token }, isBare: true };
  try {
    const config = JSON.parse(text) as Json;
    if (isObject(config)) return { config };
    return { problem: `${persona.envVar} must hold a JSON object` };
  } catch {
    // The parser's message would quote the secret.
    return { problem: `${persona.envVar} does not hold valid JSON` };
  }
}

/** What `Authorization: Bearer` may carry (RFC 6750 §2.1): no JSON document that is an object or a text looks so. */
function isToken68(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}

/** The message of specification §7, word for word. */
export function notConfigured(persona: string): string {
  return `authenticator '${persona}' not configured (check AUTH_CONFIG_${persona} env var)`;
}

/** A non-empty string member that fits into a header, or why it does not. */
export function readText(
  persona: PersonaBinding,
  config: { [key: string]: Json },
  key: string,
): string | { problem: string } {
  const value = config[key];
  if (typeof value !== 'string' || value === '') return { problem: `${persona.envVar}: "${key}" is missing or empty` };
  return fitsHeader(value)
    ? value
    : { problem: `${persona.envVar}: "${key}" holds a character that no header may carry` };
}

export function fitsHeader(value: string): boolean {
  return !/[\r\n\0]/.test(value);
}
