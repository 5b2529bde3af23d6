import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isObject, pointerToken } from '../../intake/json/json-object.ts';
import { chooseValue } from './choose-value.ts';
import { type Choice, isUnfit, type SentField } from '../model/choice.ts';
import { isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isHiding, isMasked } from '../../vocabulary/people-and-access.ts';

const SINGLE = ['string', 'integer', 'number', 'boolean'];

/** Keywords by which a spec gives a valid value. */
const VOUCHING = ['examples', 'enum', 'const'];

type Asked = Pick<Choice, 'schemas' | 'turn'> & { isReference: (name: string) => boolean };
type Further = { further: SentField[]; ifNamed: SentField[] };

/**
 * Returns optional members with values that are sent only after a refusal (400 or 422). `further` has the scalars with
 * a value in the spec, or all scalars if the schema requires nothing. `ifNamed` has the other scalars and lists of
 * texts, sent only if the refusal names them. Ids, references without a value, states, flags that may hide the item,
 * and server-owned members other than secrets are left out.
 */
export function furtherMembers(choice: Asked, schema: JsonSchema, sent: Template, examples: Json[]): Further {
  if (!('object' in sent)) return { further: [], ifNamed: [] };
  const all = knownFor(schema, JSON.stringify([choice.turn, examples]), () => allMembers(choice, schema, examples));
  const isLeftOut = ({ name }: SentField) => !Object.hasOwn(sent.object, name);
  return { further: all.further.filter(isLeftOut), ifNamed: all.ifNamed.filter(isLeftOut) };
}

const known = new WeakMap<object, Map<string, Further>>();

/** Caches by schema: all journeys of a resource create with the same members. */
function knownFor(schema: JsonSchema, key: string, find: () => Further): Further {
  if (typeof schema === 'boolean') return find();
  const byKey = known.get(schema) ?? new Map<string, Further>();
  known.set(schema, byKey);
  const found = byKey.get(key) ?? find();
  byKey.set(key, found);
  return found;
}

function allMembers({ schemas, turn, isReference }: Asked, schema: JsonSchema, examples: Json[]): Further {
  const { properties, required, rest: whole } = schemas.flatten(schema);
  const found: Further = { further: [], ifNamed: [] };
  const bodies = [...examples, ...(Array.isArray(whole['examples']) ? whole['examples'] : [])].filter(isObject);
  for (const name of Object.keys(properties).sort()) {
    const member = properties[name] ?? true;
    const { types, rest, items = true } = schemas.flatten(member);
    const isOwn = isServersOwn(name) && !isMasked(name);
    const given = bodies.flatMap((body) => body[name] ?? []);
    const isVouched = given.length > 0 || VOUCHING.some((key) => rest[key] !== undefined);
    const isUnknown = isReference(name) && !isVouched;
    const isLeftAlone = isOwn || isIdLike(name) || isStatusLike(name) || isHiding(name) || isUnknown;
    const isSingle = SINGLE.includes(types[0] ?? '');
    const isTexts = types[0] === 'array' && schemas.flatten(items).types[0] === 'string';
    const isFit = (isSingle || isTexts) && rest['readOnly'] !== true;
    if (isLeftAlone || !isFit) continue;
    const chosen = chooseValue({ schemas, turn, carried: {}, conflicts: true }, member, name, given);
    if (isUnfit(chosen)) continue;
    const isSent = isSingle && (required.length === 0 || isVouched);
    const field = { pointer: pointerToken(name), name, schema: member, template: chosen.template };
    found[isSent ? 'further' : 'ifNamed'].push(field);
  }
  return found;
}
