import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Resource } from './resource.ts';
import type { ResourceGraph } from './resource-graph.ts';

function namesIn({ properties }: FlatSchema): string {
  return Object.keys(properties).sort().join();
}

/** Returns `producerOfShape`: it finds the creatable resource whose read returns the members of a schema. */
export function shapeProducers(all: Resource[]): ResourceGraph['producerOfShape'] {
  const shown = all.flatMap((one) => (one.create && one.read ? [{ one, names: namesIn(one.read.place.flat) }] : []));
  const byNames = Map.groupBy(shown, ({ names }) => names);
  return (flat) => byNames.get(namesIn(flat))?.find(({ one }) => isShownAs(one, flat))?.one;
}

/**
 * True if the read shows an id and both have the same members (at least two) with the same schema objects. Equal copies
 * do not count.
 */
function isShownAs({ read }: Resource, { properties }: FlatSchema): boolean {
  const shown = read?.place.id ? read.place.flat.properties : {};
  const names = Object.keys(shown);
  return (
    names.length > 1 &&
    names.length === Object.keys(properties).length &&
    names.every((name) => typeof shown[name] === 'object' && shown[name] === properties[name])
  );
}
