import type { PersonaBinding } from '../plan/plan.ts';
import type { Send } from '../transport/send.ts';
import { basic } from './basic.ts';
import { bearer } from './bearer.ts';
import { header } from './header.ts';
import { httpEndpoint } from './http-endpoint.ts';
import type { Identity } from './identity.ts';
import { readCredential } from './read-credential.ts';
import { script, type ScriptSurroundings } from './script.ts';

export type Authenticate = (persona: PersonaBinding) => Promise<Identity>;

type AuthenticatorOptions = {
  env: Record<string, string | undefined>;
  /** Base of a relative token endpoint URL. */
  baseUrl?: string;
  send: Send;
  nowMs: () => number;
  /** Without it, JS personas cannot be used, as in a proof. */
  scripts?: ScriptSurroundings | undefined;
};

/**
 * Returns the function that resolves personas to identities, each once per run. All journeys share the result, also a
 * problem, so that a token endpoint is called only once. Specification §5.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const identities = new Map<string, Promise<Identity>>();
  return (persona) => {
    const known = identities.get(persona.name);
    if (known) return known;
    const identity = resolve(persona, options);
    identities.set(persona.name, identity);
    return identity;
  };
}

async function resolve(
  persona: PersonaBinding,
  { env, baseUrl, send, nowMs, scripts }: AuthenticatorOptions,
): Promise<Identity> {
  if (persona.authType === 'NONE') return { headers: {}, shell: {}, secrets: [] };
  if (persona.authType === 'JS' && scripts === undefined) {
    return { problem: `authenticator '${persona.name}' is of type JS, which this runner cannot execute` };
  }
  const credential = readCredential(persona, env);
  if ('problem' in credential) return credential;
  const { config } = credential;
  if (persona.authType === 'BEARER') return bearer(persona, config, credential.isBare);
  if (persona.authType === 'BASIC') return basic(persona, config);
  if (persona.authType === 'HEADER') return header(persona, config);
  if (persona.authType === 'JS' && scripts !== undefined) {
    return script(persona, config, { ...scripts, env, send, nowMs });
  }
  return httpEndpoint(persona, config, { baseUrl, send, nowMs });
}
