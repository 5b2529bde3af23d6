/**
 * What the keys of an object are: keywords, names (a property may be named `default`), or those of data, in which
 * nothing is a schema or a reference.
 */
export type Keys = 'keywords' | 'names' | 'data';

/** Keywords whose values are data. */
const DATA = new Set(['const', 'default', 'discriminator', 'enum', 'example', 'examples', 'required']);
/** Keywords whose values are maps of names. */
const NAMES = new Set([
  // Of JSON Schema.
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
  // Of OpenAPI.
  'callbacks',
  'encoding',
  'headers',
  'links',
  'parameters',
  'pathItems',
  'paths',
  'requestBodies',
  'responses',
  'schemas',
  'securitySchemes',
  'webhooks',
]);

/** Returns what the keys are inside the member `key` of an object or list whose own keys are `outer`. */
export function keysInside(outer: Keys, key: string): Keys {
  if (outer !== 'keywords') return outer === 'names' ? 'keywords' : 'data';
  if (DATA.has(key)) return 'data';
  return NAMES.has(key) ? 'names' : 'keywords';
}
