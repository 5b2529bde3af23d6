import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Choice, Chosen } from '../model/choice.ts';
import { fits } from '../../intake/schema/fits.ts';
import { uniqueFor } from '../text/unique-for.ts';

/** A public key (RFC 7517, appendix A.1). Its members are valid only together. */
const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  use: 'sig',
  alg: 'ES256',
};

/**
 * Returns a fixed public key (EC P-256, as a JSON Web Key, RFC 7517) with a unique `kid`. Undefined if the schema
 * describes no such key or refuses this one (RSA only).
 */
export function jsonWebKey({ schemas, turn }: Choice, schema: FlatSchema): Chosen | undefined {
  const { kid, kty, x, n } = schema.properties;
  if (kid === undefined || kty === undefined || (x ?? n) === undefined) return undefined;
  const isTaken = Object.entries(PUBLIC_KEY).every(([name, value]) =>
    fits(schemas, schema.properties[name] ?? true, value),
  );
  const id = uniqueFor(schemas, schemas.flatten(kid), 'kid', undefined, turn);
  if (!isTaken || id === undefined || !schema.required.every((name) => name === 'kid' || name in PUBLIC_KEY))
    return undefined;
  const literals = Object.entries(PUBLIC_KEY).map(([name, literal]) => [name, { literal }]);
  return { template: { object: { ...Object.fromEntries(literals), kid: id } }, fields: [] };
}
