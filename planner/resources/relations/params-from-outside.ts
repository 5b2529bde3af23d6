import { isItemPath, paramsOf } from '../model/path-template.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Names of the path parameters above items and collections for which no operation of the spec makes a value
 * (specification §4, rule 1): declared as env-provided, they open the journeys below them. A name that somewhere else
 * is made by the journey itself is not among them, save a bare {id}. Sorted.
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
