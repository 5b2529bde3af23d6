import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { Findings } from '../intake/json/findings.ts';
import { isObject, member } from '../intake/json/json-object.ts';
import { readDocument } from '../intake/document/read-document.ts';
import { upgradeDocument } from '../intake/document/upgrade-document.ts';

/**
 * The headers that carry identities, for personas whose credentials name their own (HEADER and JS): the first API key
 * header that the spec declares. Every other persona, and a spec without one, has Authorization. Throws SpecError.
 */
export async function identityHeadersOf(
  spec: string | object,
  personas: PersonaBinding[],
): Promise<Record<string, string[]>> {
  const own = personas.filter(({ authType }) => authType === 'HEADER' || authType === 'JS');
  if (own.length === 0) return {};
  const schemes = member(
    member(await upgradeDocument(await readDocument(spec), new Findings()), 'components'),
    'securitySchemes',
  );
  const header = Object.values(isObject(schemes) ? schemes : {}).find(
    (scheme) => member(scheme, 'type') === 'apiKey' && member(scheme, 'in') === 'header',
  );
  const name = member(header, 'name');
  return typeof name === 'string' ? Object.fromEntries(own.map((one) => [one.name, [name.toLowerCase()]])) : {};
}
