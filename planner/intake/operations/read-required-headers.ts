import type { Json } from '#verifier/plan/plan.ts';

import type { Findings } from '../json/findings.ts';
import { isObject, pointerToken } from '../json/json-object.ts';
import { isJsonType, type Source } from './read-content.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import type { Parameter } from '../model/operation.ts';

/**
 * True for a parameter that requests send as documented. Accept, Content-Type and Authorization are documented
 * elsewhere in OpenAPI: of these headers, only a required Accept with an enum counts.
 */
export function isHeaderParameter({ in: place, name, required, schema }: Parameter): boolean {
  if (place !== 'header' || !/^(accept|content-type|authorization)$/i.test(name)) return true;
  return required && /^accept$/i.test(name) && isObject(schema) && Array.isArray(schema['enum']);
}

/**
 * Returns a required Accept parameter with an enum of the JSON media types that it names. Its schema is `true` if it
 * names none. OpenAPI ignores Accept as a parameter, but many APIs choose their version by it. Other parameters:
 * unchanged.
 */
export function withAcceptedTypes(parameter: Parameter, findings: Findings): Parameter {
  const { in: place, name, schema, examples, pointer, required } = parameter;
  if (place !== 'header' || !/^accept$/i.test(name) || !required || !isObject(schema)) return parameter;
  const { enum: choices, const: only, default: usual, examples: others } = schema;
  const named = [only, ...[choices ?? []].flat(), usual, ...examples, ...[others ?? []].flat()];
  const types = [...new Set(named)].filter((one): one is string => typeof one === 'string' && isJsonType(one));
  if (types.length === 0) return { ...parameter, schema: true };
  if (types.some((one) => !/^application\/json$/i.test(one)))
    findings.readOtherwise(
      pointer,
      'Accept is documented as a parameter, which OpenAPI ignores; its media type is sent.',
      'Document the media type under "content" of the responses.',
    );
  return { ...parameter, schema: { type: 'string', enum: types }, examples: [] };
}

/**
 * Headers that are not checked as required: about the body, changed by proxies, or asserted by journeys in other ways.
 */
const OF_TRANSPORT =
  /^(content-.*|transfer-encoding|connection|keep-alive|date|set-cookie|etag|link|location|retry-after|www-authenticate)$/;

/** Returns the headers that a response must have, in lower case and sorted, without those of transport. */
export function readRequiredHeaders({ document }: Source, headers: Json | undefined, at: string): string[] {
  if (!isObject(headers)) return [];
  return Object.entries(headers)
    .filter(
      ([name, raw]) => resolveReference(document, raw, `${at}/headers${pointerToken(name)}`).value['required'] === true,
    )
    .map(([name]) => name.toLowerCase())
    .filter((name) => !OF_TRANSPORT.test(name))
    .sort();
}
