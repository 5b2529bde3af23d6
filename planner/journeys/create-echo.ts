import { shapeOf } from '../resources/path-template.ts';
import { itemIn, successBody } from '../resources/response-shape.ts';
import type { Resource } from '../resources/resource-graph.ts';
import { CannotPlan } from '../rules/dropped-plan.ts';
import { assertHeld } from './item.ts';
import type { Planning } from './planning.ts';
import type { Sketch } from './sketch.ts';
import { withArticle } from './with-article.ts';

/** What the create answers is what was sent. */
export function createEcho({ model, graph }: Planning, resource: Resource): Sketch[] {
  const { create, noun } = resource;
  if (!create) return [];
  const { operation } = create;
  // Of several kinds of things that one create makes, the one on whose path it stands is what it answers.
  const own = graph.resources.find(({ key }) => key === shapeOf(operation.path));
  if (own !== resource && own?.create?.operation === operation) return [];
  return [
    {
      kind: 'create-echo',
      name: `Creating ${withArticle(noun)} answers what was sent`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const schema = successBody(operation);
        const place = schema === undefined ? undefined : itemIn(model.schemas, schema, resource);
        journey.item(resource, (item) => {
          const shown = place ? assertHeld(model.schemas, item, place.flat, place.prefix, operation.words) : [];
          if (shown.length > 0) return shown;
          throw new CannotPlan({
            reason: 'OUTCOME_NOT_SHOWN',
            pointer: operation.pointer,
            detail: `The response of ${operation.key} documents no field that was sent.`,
            edit: `Return the created ${noun} in the 201 response.`,
          });
        });
      },
    },
  ];
}
