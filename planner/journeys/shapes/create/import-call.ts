import { withOtherCreate } from '../../../resources/graph/build-resource-graph.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';

/** Calls an import: status and schema are judged, and the new items are found in the list for teardown. */
export function importCall({ graph }: Planning, operation: Operation): Proposal | undefined {
  const imported = operation.body?.line && graph.makers.get(operation)?.[0];
  const made = imported && withOtherCreate(imported);
  if (!made?.create?.mayMakeNone) return undefined;
  return {
    name: `What ${operation.key} answers is as documented`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => void journey.item(made),
  };
}
