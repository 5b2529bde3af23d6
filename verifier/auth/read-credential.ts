import { isObject } from '../plan/json-object.ts';
import type { Json, PersonaBinding } from '../plan/plan.ts';

/**
 * The parsed credentials of a persona, or the problem. `isBare`: the variable holds the token itself. Specification §5
 * and §7.
 */
export type Credential = { config: { [key: string]: Json }; isBare?: true } | { problem: string };

/**
 * Reads the persona's variable as JSON; for BEARER also as a bare token. An empty variable counts as unset. Messages
 * never repeat the value.
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
    // The parser's own message would quote the secret.
    return { problem: `${persona.envVar} does not hold valid JSON` };
  }
}

/** True for a token that `Authorization: Bearer` may carry (RFC 6750 §2.1). No JSON object or string has this form. */
function isToken68(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}

/** The exact message of specification §7. */
export function notConfigured(persona: string): string {
  return `authenticator '${persona}' not configured (check AUTH_CONFIG_${persona} env var)`;
}

/** The member `key` if it is a non-empty text that fits in a header. Otherwise the problem. */
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
