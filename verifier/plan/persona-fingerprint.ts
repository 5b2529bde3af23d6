import { createHash } from 'node:crypto';
import type { PersonaBinding } from './plan.ts';

/**
 * Hex SHA-256 of what a build takes from a persona of the service, without letter case of the name. Another hash means
 * that the persona has changed since the build.
 */
export function personaFingerprint(persona: PersonaBinding): string {
  const { name, description, authType, envVar, script, scriptVariables = [], scriptHosts = [] } = persona;
  const listed = scriptVariables.length + scriptHosts.length > 0 ? [scriptVariables, scriptHosts] : [];
  const taken = JSON.stringify([name.toLowerCase(), description, authType, envVar, script ?? null, ...listed]);
  return createHash('sha256').update(taken).digest('hex');
}
