import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import type { Choice, Chosen, Unfit } from '../model/choice.ts';

type Choose = (choice: Choice, schema: JsonSchema, name: string, nearby: Json[]) => Chosen | Unfit;

/**
 * Returns `choose` with a cache for all journeys. A choice that asked for another item is not cached: each journey
 * creates its own items.
 */
export function chosenOnce(choose: Choose): Choose {
  const bySchema = new WeakMap<object, Map<string, Chosen | Unfit>>();
  return (choice, schema, name, nearby) => {
    if (typeof schema === 'boolean') return choose(choice, schema, name, nearby);
    const { schemas: _schemas, refer, thing, isReference, ...told } = choice;
    const key = JSON.stringify([name, nearby, told, [refer, thing, isReference].map((ask) => ask !== undefined)]);
    const known = bySchema.get(schema) ?? new Map<string, Chosen | Unfit>();
    bySchema.set(schema, known);
    const found = known.get(key);
    if (found) return found;
    let isAsked = false;
    const noting = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer) => {
      return (...asked: Asked): Answer => {
        isAsked = true;
        return ask(...asked);
      };
    };
    const others = { ...(refer && { refer: noting(refer) }), ...(thing && { thing: noting(thing) }) };
    const chosen = choose({ ...choice, ...others }, schema, name, nearby);
    if (!isAsked) known.set(key, chosen);
    return chosen;
  };
}
