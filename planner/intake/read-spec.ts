import { hashOf } from './json/canonical-json.ts';
import { Findings } from './json/findings.ts';
import { isObject } from './json/json-object.ts';
import { readDocument } from './document/read-document.ts';
import { readOperations } from './operations/read-operations.ts';
import { SchemaStore } from './schema/schema-store.ts';
import { resolveIds } from './document/resolve-ids.ts';
import { basePathOf, reportSchemelessServers } from './operations/server-path.ts';
import { tellQueryKeys } from './dialects/tell-query-keys.ts';
import type { Operation } from './model/operation.ts';
import { upgradeDocument } from './document/upgrade-document.ts';
import type { SpecModel } from './operations/spec-model.ts';

/** Replaces an operationId that several operations share by the key of each (`GET /orders`), and warns of it. */
function makeIdsUnique(operations: Operation[], warnings: string[]): void {
  const counts = new Map<string, number>();
  for (const { id } of operations) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const operation of operations)
    if ((counts.get(operation.id) ?? 0) > 1) {
      warnings.push(`operationId "${operation.id}" is used more than once; ${operation.key} is called by its path.`);
      operation.id = operation.key;
    }
}

/**
 * Reads an OpenAPI document for planning: 2.0, 3.0 or 3.1, as JSON or YAML text or as an object. Throws SpecError for a
 * document that cannot be planned from. Fetches nothing.
 */
export async function readSpec(spec: string | object): Promise<SpecModel> {
  const given = await readDocument(spec);
  const findings = new Findings();
  const document = resolveIds(await upgradeDocument(given, findings));
  reportSchemelessServers(document, findings);
  const schemas = new SchemaStore(document, findings);
  const warnings: string[] = [];
  tellQueryKeys(document, findings);
  const { operations, leftOut } = readOperations({ document, schemas, warnings }, findings);
  makeIdsUnique(operations, warnings);
  const info = document['info'];
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'untitled';
  return {
    title,
    specHash: hashOf(given),
    basePath: basePathOf(document),
    operations,
    byKey: new Map(operations.map((operation) => [operation.key, operation])),
    schemas,
    leftOut,
    warnings,
  };
}
