import type { Plan } from '#verifier/plan/plan.ts';

import { itemIn, successBody } from '../resources/response-shape.ts';
import { nounSegment, paramsOf } from '../resources/path-template.ts';
import type { Resource } from '../resources/resource.ts';
import type { Operation } from '../spec/spec-model.ts';
import { sameName, wordsOf } from '../values/field-names.ts';
import { singular } from '../values/singular.ts';
import { assertHeld, type Item } from './item.ts';
import { undoIfCreated } from './make-item.ts';
import type { Planning } from './planning.ts';
import { canShow, showItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';
import { withArticle } from './with-article.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Of a spec with very many operations. */
const MOST = 100;

/** What leaves the service, costs somebody something, or ends more than the thing it is done to: no word of a call that nobody looks after may say so. */
const REACHES_OUT = new Set(
  (
    'ask bill broadcast buy call charge chat checkout completion connect deploy deposit dial dispatch email embed emit execute fax forward ' +
    'generate impersonate infer inference invite invitation invoice launch login logout mail message migrate notification notify order page pay ' +
    'payment payout ping predict print prompt provision publish purchase push reboot refund remind reminder resend run scale send share ship ' +
    'shutdown signin signout sms spawn subscribe sync train transcribe transfer translate trigger tweet withdraw'
  ).split(' '),
);

/**
 * Writes below a thing of the run whose outcome nothing shows, so that no kept journey calls them for a success: upload tickets, interrupts,
 * restores. Each is called once for the thing, after it was shown; only its contract is judged.
 */
export function callsBelow(planning: Planning, kept: Plan[]): Sketch[] {
  const answered = kept.flatMap(({ steps }) => steps.filter(({ expect }) => expect.outcome === 'success'));
  const called = new Set(answered.map(({ method, path }) => `${method} ${path}`));
  return planning.model.operations
    .filter((operation) => WRITES.has(operation.method) && !called.has(operation.key) && staysInside(operation))
    .flatMap((operation) => {
      const thing = ownThing(planning, operation);
      return thing && !planning.graph.rpc.has(operation) ? [sketch(planning, operation, thing)] : [];
    })
    .slice(0, MOST);
}

function staysInside({ path, words, id }: Operation): boolean {
  const segments = path.split(/[/:]/).filter((segment) => !segment.includes('{'));
  const said = [...segments.slice(-1).flatMap(wordsOf), ...[words, id].map((name) => wordsOf(name)[0] ?? '')];
  return said.every((word) => !REACHES_OUT.has(word) && !REACHES_OUT.has(singular(word)));
}

/** What the last parameter of the path names: a thing that the run makes. */
function ownThing({ graph, envProvidedParams }: Planning, { path }: Operation): Resource | undefined {
  const last = paramsOf(path).at(-1);
  if (last === undefined || envProvidedParams.some((name) => sameName(name, last))) return undefined;
  const thing = graph.producerOf(path, last);
  return thing?.create ? thing : undefined;
}

function sketch(planning: Planning, operation: Operation, thing: Resource): Sketch {
  return {
    kind: 'call-below',
    name: `What ${operation.key} answers for ${withArticle(thing.noun)} is as documented`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => {
      const item = journey.item(thing, echoOf(planning, thing));
      if (canShow(item)) showItem(journey, item, '', item.createdBy);
      const own = [thing.put, thing.patch, thing.remove].includes(operation) ? item : undefined;
      const path = journey.pathOf(operation, own);
      const body =
        operation.method === 'DELETE' ? journey.deleteBody(operation, item) : journey.body(operation, 0, own);
      const noun = singular(nounSegment(operation.path));
      const actor = journey.actor;
      const step = journey.step({
        verb: 'call',
        noun,
        operation,
        persona: actor,
        path,
        item: own,
        body,
        optional: body?.optional,
        mayBeAbsent: true,
        // Whether there is anything to take away, the run does not know.
        saysNoneAnyway: operation.method === 'DELETE' && !own ? true : undefined,
      });
      const made = planning.graph.resources.find(({ create }) => create?.operation === operation);
      if (made) undoIfCreated(journey, made, step);
    },
  };
}

/** Where no read shows the thing, the answer to its create has to. */
function echoOf(
  { model: { schemas } }: Planning,
  thing: Resource,
): ((item: Item) => ReturnType<typeof assertHeld>) | undefined {
  const operation = thing.create?.operation;
  const schema = operation && successBody(operation);
  if (!operation || schema === undefined || thing.read || thing.list) return undefined;
  const { flat, prefix } = itemIn(schemas, schema, thing);
  return (item) => assertHeld(schemas, item, flat, prefix, operation.words);
}
