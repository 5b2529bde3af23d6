import type { Json, PersonaBinding } from '../plan/plan.ts';
import type { Identity } from './identity.ts';
import { readText } from './read-credential.ts';

/** The identity of a BASIC persona: HTTP Basic in the Authorization header. Specification §5. */
export function basic(persona: PersonaBinding, config: { [key: string]: Json }): Identity {
  const username = readText(persona, config, 'username');
  if (typeof username !== 'string') return username;
  const password = config['password'];
  if (typeof password !== 'string') return { problem: `${persona.envVar}: "password" is missing` };
  const pair = `${username}:${password}`;
  return {
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    shell: {
      Authorization: `Basic $(printenv ${persona.envVar} | jq -j '.username+":"+.password' | base64 | tr -d '\\n')`,
    },
    secrets: [username, password, pair],
  };
}
