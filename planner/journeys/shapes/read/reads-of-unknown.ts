import type { Plan, Template } from '#verifier/plan/plan.ts';

import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { calledIn } from '../../model/called-in.ts';
import type { Journey } from '../../model/journey.ts';
import { isHarmlessRead, isPlainRead } from '../../model/is-plain-read.ts';
import type { Planning } from '../../model/planning.ts';
import { besideShown } from './reads-beside.ts';
import { readStep } from './read-below.ts';
import { placeholderPathValue } from '../../requests/placeholder-path-value.ts';
import { showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';
import { givenPathValues } from '../../requests/given-path-values.ts';

/** Outcomes of steps that count as a call by the actor. A refusal of another persona does not. */
const ASKED = new Set(['success', 'not-found', 'gone'] as const);
/** The most journeys that this shape proposes for one spec. */
const MOST = 100;

export const readsOfUnknown = defineShape({
  id: 'read/of-unknown',
  kind: 'read-beside',
  title: 'A read by a key that nothing makes or lists answers as documented, or 404',
  terms: ['lookup', 'contract'],
  example: 'GET /currencies/xq7 → 404',
  test: 'planner/journeys/shapes/read/reads-of-unknown',
  testTitle: 'what nothing makes is asked for once, by a key that is made up or a word that stands for some',
  propose,
});

/**
 * Proposes one GET with made-up keys for each operation that documents 404, that no kept journey calls, and whose last
 * path parameters get no id of a created item, at most `MOST`. Status and schema are asserted; 404 passes.
 */
function propose(planning: Planning, kept: Plan[]): Proposal[] {
  const called = calledIn(kept, ASKED);
  return planning.model.operations
    .filter((operation) => operation.method === 'GET' && operation.responses['404'] && !called.has(operation.key))
    .flatMap((operation) => sketchOf(planning, kept, operation) ?? [])
    .slice(0, MOST);
}

/**
 * Returns the journey of a GET with made-up keys. Undefined if no path value is made up, or if the read may
 * change something.
 */
function sketchOf(planning: Planning, kept: Plan[], operation: Operation): Proposal | undefined {
  const params = paramsOf(operation.path);
  const made = params.map((name) => madeThing(planning, operation, name));
  const known = made.filter((thing) => thing !== undefined);
  const unknown = params.slice(known.length).filter((name) => envProvidedParam(planning, name) === undefined);
  // Parameters of created items must come first in the path, and made-up keys after them.
  if (unknown.length === 0 || made.indexOf(undefined) !== known.length) return undefined;
  const madeUp = (): Record<string, Template> =>
    Object.fromEntries(
      unknown.map((name) => [name, placeholderPathValue(planning, operation, name)]).filter(([, value]) => value),
    );
  const read = (journey: Journey, path: Record<string, Template>) =>
    readStep(journey, operation, {
      path: { ...path, ...givenPathValues(journey, operation), ...madeUp() },
      saysNoneAnyway: true,
    });
  const parent = known.at(-1);
  const isRead = parent ? isPlainRead(planning, operation) : isHarmlessRead(planning, operation);
  if (!isRead) return undefined;
  if (parent === undefined) return besideShown(kept, operation, read);
  const above = parent.read?.operation;
  if (!above || paramsOf(above.path).length !== known.length) return undefined;
  return {
    kind: 'read-below',
    name: `${operation.key} answers as documented for ${withArticle(parent.noun)}`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => {
      const item = journey.item(parent);
      showItem(journey, item, '', item.createdBy);
      const values = Object.values(journey.pathOf(above, item));
      read(journey, Object.fromEntries(values.map((value, at) => [params[at] ?? '', value])));
    },
  };
}

function madeThing(planning: Planning, { path }: Operation, name: string): Resource | undefined {
  return envProvidedParam(planning, name) ? undefined : planning.graph.producerOf(path, name);
}
