import type { Json, PersonaBinding } from '../plan/plan.ts';
import type { Identity } from './identity.ts';
import { jwtExpiryMs } from './jwt-expiry.ts';
import { readText } from './read-credential.ts';

/**
 * The identity of a BEARER persona: `Authorization: Bearer <token>`. `isBare`: the variable holds the token without
 * JSON. Specification §5.
 */
export function bearer(persona: PersonaBinding, config: { [key: string]: Json }, isBare = false): Identity {
  const token = readText(persona, config, 'token');
  if (typeof token !== 'string') return token;
  const expiresAtMs = jwtExpiryMs(token);
  return {
    headers: { authorization: `Bearer ${token}` },
    shell: { Authorization: `Bearer $(printenv ${persona.envVar}${isBare ? '' : ' | jq -r .token'})` },
    secrets: [token],
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}
