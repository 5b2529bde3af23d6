import type { Resource } from '../resources/resource-graph.ts';
import type { Planning } from './planning.ts';
import { readItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';

/** What was created can be read, with the values that were sent. */
export function createRead(_planning: Planning, resource: Resource): Sketch[] {
  const { read, noun } = resource;
  if (!read || resource.isSingleton) return [];
  return [
    {
      kind: 'create-read',
      name: `A created ${noun} can be read back`,
      subject: read.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const item = journey.item(resource);
        readItem(journey, item, resource.create?.operation.words ?? '', item.createdBy);
      },
    },
  ];
}
