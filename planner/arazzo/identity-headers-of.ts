import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { Findings } from '../intake/json/findings.ts';
import { isObject, member } from '../intake/json/json-object.ts';
import { readDocument } from '../intake/document/read-document.ts';
import { upgradeDocument } from '../intake/document/upgrade-document.ts';

/**
 * Returns the credential headers in lower case, by persona. A persona of type HEADER or JS has the first API key header
 * that the spec declares. Other personas, and all if the spec declares none, are left out: they use Authorization.
 * Throws SpecError if the spec is needed and cannot be read.
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
