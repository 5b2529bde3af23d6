import { withOtherCreate } from '../../../resources/graph/build-resource-graph.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';

/**
 * Proposes a call of an import, such as a CSV file with one item a line. Status and schema are asserted. The new item
 * is found in its list, so that teardown deletes it. Undefined if the operation imports nothing.
 */
export function importCall({ graph }: Planning, operation: Operation): Proposal | undefined {
  const imported = operation.body?.line && graph.makers.get(operation)?.[0];
  const made = imported && withOtherCreate(imported);
  if (!made?.create?.mayMakeNone) return undefined;
  return {
    name: `${operation.key} answers as documented`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => void journey.item(made),
  };
}
