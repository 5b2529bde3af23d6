import type { Json } from '#verifier/plan/plan.ts';

import type { Findings } from '../json/findings.ts';
import { isObject, type JsonObject, member, pointerToken } from '../json/json-object.ts';

/** Returns all `security` lists of the document and its operations. Each is a list of alternatives. */
function requirementsIn(document: JsonObject): Json[][] {
  const paths = member(document, 'paths');
  const operations = Object.values(isObject(paths) ? paths : {}).flatMap((item) =>
    isObject(item) ? Object.values(item) : [],
  );
  return [document, ...operations].map((one) => member(one, 'security')).filter((one) => Array.isArray(one));
}

/**
 * Reports an API key in the query if a `security` list names it and each alternative there needs such a key. A
 * persona's credentials go in headers (specification §5), so its requests lack the key.
 */
export function tellQueryKeys(document: JsonObject, findings: Findings): void {
  const schemes = member(member(document, 'components'), 'securitySchemes');
  if (!isObject(schemes)) return;
  const inQuery = Object.keys(schemes).filter(
    (name) => member(schemes[name], 'type') === 'apiKey' && member(schemes[name], 'in') === 'query',
  );
  const isNeeded = (name: string) =>
    requirementsIn(document).some(
      (alternatives) =>
        alternatives.some((one) => member(one, name) !== undefined) &&
        alternatives.every((one) => inQuery.some((other) => member(one, other) !== undefined)),
    );
  for (const name of inQuery.filter(isNeeded))
    findings.readOtherwise(
      `/components/securitySchemes${pointerToken(name)}`,
      `The API key "${String(member(schemes[name], 'name'))}" goes in the query, where no persona can carry it: requests are sent without it.`,
      'Document a header that takes the key as well, or put a proxy that adds the key before the API.',
    );
}
