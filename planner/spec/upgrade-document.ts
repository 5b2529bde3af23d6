import type { Json } from '#verifier/plan/plan.ts';
import { isObject, type JsonObject, member } from './json-object.ts';
import { SpecError } from './spec-error.ts';

/**
 * OpenAPI 2.0 → 3.0 through `@scalar/openapi-upgrader`; 3.0 and 3.1 stay as they are, because `normaliseSchema` reads both dialects
 * (the library's own step to 3.1 rewrites properties that are *named* example or nullable). Loaded only for 2.0.
 * Does not change its argument. Throws SpecError SPEC_INVALID for any other version.
 */
export async function upgradeDocument(document: JsonObject): Promise<JsonObject> {
  const version = member(document, 'openapi');
  if (typeof version === 'string' && /^3\.[01](\.|$)/.test(version)) return document;
  const swagger = member(document, 'swagger');
  if (String(swagger) !== '2.0' && swagger !== 2)
    throw new SpecError(
      'SPEC_INVALID',
      version === undefined && swagger === undefined
        ? 'The document has neither "openapi" nor "swagger": it is not an OpenAPI document.'
        : `OpenAPI version ${String(version ?? swagger)} is not supported.`,
      'Publish OpenAPI 3.1, 3.0 or 2.0, for example "openapi": "3.1.0".',
      version === undefined ? '/swagger' : '/openapi',
    );
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  try {
    const [readable, misplaced] = partedPaths(member(document, 'paths'));
    const upgraded = upgradeFromTwoToThree({ ...structuredClone(document), ...readable, swagger: '2.0' }) as JsonObject;
    const paths = member(upgraded, 'paths');
    return isObject(paths) ? { ...upgraded, paths: { ...paths, ...misplaced } } : upgraded;
  } catch (error) {
    throw new SpecError(
      'SPEC_INVALID',
      `The OpenAPI 2.0 document could not be read: ${(error as Error).message}.`,
      'Check its paths, parameters and responses against OpenAPI 2.0.',
    );
  }
}

/** The upgrader breaks on a path that is no object; what reads the operations says so instead. */
function partedPaths(paths: Json | undefined): [{ paths?: JsonObject }, JsonObject] {
  if (!isObject(paths)) return [{}, {}];
  const [objects, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(paths).filter(([, item]) => isObject(item) === wanted)),
  );
  return [{ paths: structuredClone(objects!) }, others!];
}
