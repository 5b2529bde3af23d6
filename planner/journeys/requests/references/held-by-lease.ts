import type { Capture, Step, Template } from '#verifier/plan/plan.ts';
import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { leaseHandles, isLeaseHandle, leaseOutput } from '../../../resources/actions/queue-leases.ts';
import { isSameValue } from '../../../intake/json/canonical-json.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { uniqueFor } from '../../../values/text/unique-for.ts';
import type { Journey } from '../../model/journey.ts';
import type { Lease } from '../../../resources/model/lease.ts';

/**
 * Returns the members by which a create states the queue of its item, if the journey leases that item. Each journey
 * uses a queue of its own. {} for other operations.
 */
export function routeToQueue(journey: Journey, operation: Operation): Record<string, Template> {
  const { claim, planning } = journey;
  if (!claim || claim.resource.create?.operation !== operation) return {};
  const { schemas } = planning.model;
  const { properties } = sentResource(schemas, operation);
  const routes = claim.routes.flatMap(({ sent }): [string, Template][] => {
    if (planning.graph.producerOfField(sent)) return [];
    const flat = schemas.flatten(properties[sent] ?? true);
    const isList = flat.types[0] === 'array';
    const value = uniqueFor(schemas, isList ? schemas.flatten(flat.items ?? true) : flat, sent, undefined, 0);
    return value ? [[sent, isList ? { array: [value] } : value]] : [];
  });
  return Object.fromEntries(routes);
}

/**
 * Returns, by member name, the values that belong to the journey's lease. The lease request gets its queue and
 * holder. A later request of the holder gets the values that the lease request sent or returned, such as its token.
 * {} if the journey has no lease.
 */
export function heldByLease(journey: Journey, operation: Operation): Record<string, Template> {
  const { claim, planning } = journey;
  if (!claim) return {};
  if (operation === claim.operation) return { ...holderOf(journey, claim), ...askedOf(journey, claim) };
  const step = leaseStep(journey, claim);
  if (!step) return {};
  const { schemas } = planning.model;
  return Object.fromEntries(
    leaseHandles(schemas, claim, operation).flatMap((name): [string, Template][] => {
      const sent = step.body && 'object' in step.body.value ? step.body.value.object : {};
      if (Object.hasOwn(sent, name)) return [[name, { sent: step.id, pointer: `/body${pointerToken(name)}` }]];
      const told = leaseOutput(schemas, claim, name);
      return told ? [[name, kept(journey, step, name, told)]] : [];
    }),
  );
}

function kept(journey: Journey, step: Step, name: string, told: Capture): Template {
  const known = Object.entries(step.captures).find(([, one]) => JSON.stringify(one) === JSON.stringify(told));
  const capture = known?.[0] ?? journey.freeCapture(name);
  step.captures = { ...step.captures, [capture]: told };
  return { capture };
}

/** Returns the journey's last step that acquires this lease; undefined if it has none yet. */
export function leaseStep({ steps }: Journey, { operation: { key } }: Lease): Step | undefined {
  return steps.findLast(({ method, path, expect }) => expect.outcome === 'success' && key === `${method} ${path}`);
}

function askedOf(journey: Journey, { routes, operation, resource }: Lease): Record<string, Template> {
  const { steps, planning } = journey;
  const made = steps.find(({ method, path }) => resource.create?.operation.key === `${method} ${path}`);
  const sent = made?.body && 'object' in made.body.value ? made.body.value.object : {};
  const { schemas } = planning.model;
  const { properties } = sentResource(schemas, operation);
  return Object.fromEntries(
    routes.flatMap((route): [string, Template][] => {
      const value = sent[route.sent];
      if (!made || !value || !isOwnPlace(journey, value)) return [];
      const one = 'array' in value ? '/0' : '';
      const reference = { sent: made.id, pointer: `/body${pointerToken(route.sent)}${one}` };
      const isList = schemas.flatten(properties[route.asked] ?? true).types[0] === 'array';
      return [[route.asked, isList ? { array: [reference] } : reference]];
    }),
  );
}

/**
 * Returns the lease request's required members that name the holder, with values unique to this journey, so that no
 * other journey holds its lease.
 */
function holderOf({ planning }: Journey, { operation, routes }: Lease): Record<string, Template> {
  const { schemas } = planning.model;
  const { properties, required } = sentResource(schemas, operation);
  const names = required.filter(
    (name) =>
      isLeaseHandle(name) && !planning.graph.producerOfField(name) && routes.every(({ asked }) => asked !== name),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const flat = schemas.flatten(properties[name] ?? true);
      const isOpen =
        flat.types[0] === 'string' && ['enum', 'const', 'format'].every((key) => flat.rest[key] === undefined);
      const value = isOpen ? uniqueFor(schemas, flat, name, undefined, 0) : undefined;
      return value ? [[name, value]] : [];
    }),
  );
}

/** True if the name of the queue is unique to the run, or is the id of an item that the journey created. */
function isOwnPlace(journey: Journey, value: Template): boolean {
  if ('array' in value) return value.array.length === 1 && value.array.every((one) => isOwnPlace(journey, one));
  return 'unique' in value || journey.items().some(({ id }) => id !== undefined && isSameValue(id.template, value));
}
