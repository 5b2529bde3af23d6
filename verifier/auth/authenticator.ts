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
  /** Where a relative address of a token endpoint leads. */
  baseUrl?: string;
  send: Send;
  nowMs: () => number;
  /** Absent: JS personas are unavailable, as in the planner's proof. */
  scripts?: ScriptSurroundings | undefined;
};

/**
 * Identities of one run: each persona is resolved at most once, concurrent journeys share the result, failures too
 * (a token endpoint is never called a second time). Specification §5.
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
