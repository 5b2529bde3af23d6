import { withOtherCreate } from '../../../resources/graph/build-resource-graph.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';

/** Things are imported: what that answers is judged by its contract, and what came of it is looked for in the list, so that it can be taken away. */
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
