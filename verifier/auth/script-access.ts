import { isIP } from 'node:net';
import type { PersonaBinding } from '../plan/plan.ts';

/** Groups of variables that a persona may list: the filtered environment of specification §5. */
export const VARIABLE_GROUPS = ['AUTH_*', 'API_*', 'DEZYCRO_*'] as const;

/** Variables that no script sees, even if listed. */
const NEVER_VISIBLE = new Set(['DEZYCRO_TOKEN']);

const GROUP_HOLDS: Record<string, string> = {
  'AUTH_*': 'the credentials of every persona',
  'API_*': 'every variable that begins with API_',
  'DEZYCRO_*': 'every variable that begins with DEZYCRO_, but DEZYCRO_TOKEN',
};

type Listed = Pick<PersonaBinding, 'envVar' | 'scriptVariables' | 'scriptHosts'>;

/** The variables that a persona's script sees: its own and the listed ones, if set. Never those of NEVER_VISIBLE. */
export function visibleVariables(persona: Listed, env: Record<string, string | undefined>): Record<string, string> {
  const listed = [persona.envVar, ...(persona.scriptVariables ?? [])];
  const isListed = (name: string): boolean =>
    !NEVER_VISIBLE.has(name) &&
    listed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isListed(name) ? [[name, value]] : [])),
  );
}

/** The access of a script to a host. `checked`: allowed only if none of its addresses is internal. */
export type HostAccess = 'free' | 'checked' | 'refused';

/**
 * The access of a script to the host of `url`. The target itself is free. A listed name is checked, because it may
 * resolve to any address. A listed address or `localhost` is free.
 */
export function hostAccess(url: URL, persona: Listed, baseUrl: string): HostAccess {
  if (url.origin === new URL(baseUrl).origin) return 'free';
  if (!(persona.scriptHosts ?? []).some((host) => isSameHost(url, host))) return 'refused';
  return isIP(bareHost(url)) !== 0 || isLocalName(url.hostname) ? 'free' : 'checked';
}

/** The host name of a URL, without the brackets of IPv6. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** True if `listed` names the URL's host and port. Without a port (`api.test`), it means the scheme's default port. */
function isSameHost(url: URL, listed: string): boolean {
  const other = URL.parse(`${url.protocol}//${listed}`);
  return other !== null && other.host === url.host;
}

function isLocalName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}

/**
 * The variables and hosts that a script may use, in words for people. `opens`: the groups of variables that it sees,
 * with their content.
 */
export function describeAccess(persona: Listed): { sees: string; calls: string; opens: string[] } {
  const variables = persona.scriptVariables ?? [];
  return {
    sees: [...new Set([persona.envVar, ...variables])].join(', '),
    calls: ['the target', ...(persona.scriptHosts ?? [])].join(', '),
    opens: variables.flatMap((name) => (name in GROUP_HOLDS ? [`${name}: ${GROUP_HOLDS[name]}`] : [])),
  };
}

/** A warning for each group of variables that a persona's script sees. */
export function accessWarnings(personas: readonly (Listed & Pick<PersonaBinding, 'name' | 'script'>)[]): string[] {
  return personas.flatMap((persona) => {
    const { opens } = persona.script === undefined ? { opens: [] } : describeAccess(persona);
    return opens.map((group) => `the script of persona ${persona.name} sees ${group}`);
  });
}
