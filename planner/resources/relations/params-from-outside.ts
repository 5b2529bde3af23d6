import { isItemPath, paramsOf } from '../model/path-template.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Returns the sorted names of path parameters for which no operation creates a value. They become env-provided
 * (`APITEST_PARAM_NAME`). The parameter of an item's own path and parameters with an enum or const are left out. A name
 * whose value is created for another path is left out too, unless it is a plain `id`.
 */
export function paramsFromOutside({ operations, schemas }: SpecModel, graph: ResourceGraph): string[] {
  const needed = new Set<string>();
  const made = new Set<string>();
  for (const { path, parameters } of operations)
    for (const name of isItemPath(path) ? paramsOf(path).slice(0, -1) : paramsOf(path)) {
      const documented = parameters.find((one) => one.in === 'path' && one.name === name);
      const { rest } = schemas.flatten(documented?.schema ?? true);
      if (rest['enum'] !== undefined || rest['const'] !== undefined) continue;
      (graph.producerOf(path, name) || graph.carrierOf(path, name) ? made : needed).add(name);
    }
  return [...needed].filter((name) => isPlainId(name) || !made.has(name)).sort();
}
