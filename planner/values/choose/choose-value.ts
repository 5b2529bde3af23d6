import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isSameValue } from '../../intake/json/canonical-json.ts';
import { isObject, member, pointerToken } from '../../intake/json/json-object.ts';
import { type FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isClientMetadata, isFreelyNamed, isOpenMember } from '../../intake/schema/is-open-member.ts';
import { branchesInOrder, classifierValues, withBranch } from './branches-in-order.ts';
import { isSpent, isTooMuch, isUnfit, MOST_VALUES, TOO_MUCH } from '../model/choice.ts';
import type { Choice, Chosen, SentField, Unfit } from '../model/choice.ts';
import { belongsToChoice, choicesIn } from './choices-in.ts';
import { chosenOnce } from './chosen-once.ts';
import {
  isChoice,
  isClassifier,
  isPart,
  isPlainText,
  isStockOf,
  isShowing,
  isTitle,
} from '../../vocabulary/field-names.ts';
import { chooseFile } from '../files/choose-file.ts';
import { claimable } from './claimable.ts';
import { singular } from '../../vocabulary/singular.ts';
import { fits } from '../../intake/schema/fits.ts';
import { haveOneForOthers } from './have-one-for-others.ts';
import { keepRanges } from '../numbers-and-ranges/keep-ranges.ts';
import { withOtherTexts } from '../text/with-other-texts.ts';
import { jsonWebKey } from './json-web-key.ts';
import { knownTexts, knownTurn } from '../../vocabulary/known-texts.ts';
import { hiddenValue } from './hidden-value.ts';
import { holdsAnything, openText } from '../text/open-text.ts';
import { namesOthers } from './names-another.ts';
import { isHolder, linkNamed, referenceIn } from './reference-in.ts';
import { furtherTexts } from '../text/placeholders.ts';
import { uniqueFor } from '../text/unique-for.ts';
import { isGivenBySpec, givenTextCount } from './is-given-by-spec.ts';
import { literal, candidates } from './candidates.ts';
import { isChecked, isIdentity, isIdLike, isNumbered } from '../../vocabulary/identifiers.ts';
import { isWorthSending, isFreeText } from './is-worth-sending.ts';

const MAX_DEPTH = 12;
/** The value of a stock or balance from which later steps take. */
const ENOUGH = 1_000;

function membersNamed(examples: Json[], name: string): Json[] {
  return examples.map((example) => member(example, name)).filter((value) => value !== undefined);
}

function chooseObject(choice: Choice, flat: FlatSchema, nearby: Json[], depth: number): Chosen | Unfit {
  if (isTooMuch(choice, flat.required.length)) return TOO_MUCH;
  const object: Record<string, Template> = {};
  const fields: SentField[] = [];
  const optional: string[] = [];
  const guessed: string[] = [];
  const examples = [...(Array.isArray(flat.rest['examples']) ? flat.rest['examples'] : []), ...nearby].filter(isObject);
  const names = [...new Set([...Object.keys(flat.properties), ...flat.required])].sort();
  const needed = new Set(flat.required);
  const choices = choicesIn(choice.schemas, flat);
  const kinds = classifierValues(choice.schemas, flat);
  for (const name of names) {
    const schema = flat.properties[name] ?? true;
    const property = choice.schemas.flatten(schema);
    const required = needed.has(name) || (depth === 0 && name === choice.telling);
    const own = membersNamed(examples, name);
    if (property.rest['readOnly'] === true) continue;
    const carried = depth === 0 && Object.hasOwn(choice.carried, name) ? choice.carried[name] : undefined;
    if (carried) {
      object[name] = carried;
      // An object or list with a reference is not asserted: the response may show the whole item.
      if (!('object' in carried) && !('array' in carried)) fields.push(leaf(name, schema, carried));
      continue;
    }
    const other = required && depth > 0 ? referenceIn(choice, name, property, flat) : undefined;
    if (other) {
      object[name] = other;
      fields.push(leaf(name, schema, other));
      continue;
    }
    const thing = required ? thingIn(choice, property) : undefined;
    if (thing) {
      object[name] = thing;
      continue;
    }
    if (isFreelyNamed(schema)) continue;
    const members = Object.values(property.properties);
    const isFree = isClientMetadata(name)
      ? members.some(isFreelyNamed)
      : holdsAnything(name) && members.some(isOpenMember);
    const isOpen = depth === 0 && isFree;
    const isWorth = isOpen || isWorthSending(choice, name, property, own);
    if (!required && (belongsToChoice(name, property, choices) || !isWorth)) continue;
    const owner = isHolder(name) ? choice.owner : name;
    // If a title is the only required member, a server may return an existing item of that title.
    const conflicts = choice.conflicts || (depth === 0 && required && flat.required.length === 1 && isTitle(name));
    const ownId = depth === 0 && required ? choice.ownId : undefined;
    const inner: Choice = { ...choice, ownId, conflicts, kinds, ...(owner !== undefined && { owner }) };
    const chosen = chooseAt(inner, schema, name, own, depth + 1);
    if (isUnfit(chosen)) {
      if (!required) continue;
      return { ...chosen, unfit: pointerToken(name) + chosen.unfit };
    }
    object[name] = chosen.template;
    const within = (chosen.optional ?? []).map((pointer) => pointerToken(name) + pointer);
    optional.push(...(required ? within : [pointerToken(name)]));
    if (required) guessed.push(...(chosen.guessed ?? []).map((pointer) => pointerToken(name) + pointer));
    else if (property.types[0] !== 'boolean' && !isGivenBySpec(property, own)) guessed.push(pointerToken(name));
    const held = chosen.fields.map((field) => ({ ...field, pointer: pointerToken(name) + field.pointer }));
    fields.push(...('object' in chosen.template ? held.map(linkNamed) : [leaf(name, schema, chosen.template)]));
  }
  const isTold = choice.marked ? fields.some(({ template }) => 'unique' in template) : Object.keys(object).length > 0;
  const own = !isTold && depth <= 1 ? openText(choice, flat) : undefined;
  if (own) {
    object[own.name] = own.template;
    fields.push(own);
    optional.push(own.pointer);
    guessed.push(own.pointer);
  }
  const kept = claimable(choice.schemas, flat, keepRanges(choice.schemas, object, fields));
  return { template: { object }, fields: kept, optional, guessed };
}

/**
 * Returns the whole item to send for an object member with another resource's schema, or a list of it.
 * Undefined for other members.
 */
function thingIn({ schemas, thing }: Choice, flat: FlatSchema): Template | undefined {
  const [type] = flat.types;
  if (type !== 'array') return type === 'object' ? thing?.(flat) : undefined;
  const entry = thing?.(schemas.flatten(flat.items ?? true));
  return entry && { array: [entry] };
}

function leaf(name: string, schema: JsonSchema, template: Template): SentField {
  return { pointer: pointerToken(name), name, schema, template };
}

function chooseArray(
  choice: Choice,
  schema: JsonSchema,
  flat: FlatSchema,
  name: string,
  depth: number,
  entries: Json[] = [],
): Chosen | Unfit {
  const least = typeof flat.rest['minItems'] === 'number' ? flat.rest['minItems'] : 0;
  if (isTooMuch(choice, least)) return TOO_MUCH;
  const item = choice.schemas.flatten(flat.items ?? true);
  const array: Template[] = [];
  const [optional, guessed]: [string[], string[]] = [[], []];
  for (let index = 0; index < Math.max(1, least); index += 1) {
    const turn = index === 1 ? 1 : choice.turn;
    const other = isIdLike(name) && index === 0 ? referenceIn(choice, name, item) : undefined;
    const chosen = other
      ? { template: other, fields: [] }
      : chooseAt({ ...choice, turn, carried: {} }, flat.items ?? true, name, entries, depth + 1);
    if (isUnfit(chosen)) break;
    // Servers drop empty objects from a list.
    if (least === 0 && 'object' in chosen.template && Object.keys(chosen.template.object).length === 0) break;
    optional.push(...(chosen.optional ?? []).map((pointer) => `/${array.length}${pointer}`));
    guessed.push(...(chosen.guessed ?? []).map((pointer) => `/${array.length}${pointer}`));
    array.push(chosen.template);
  }
  const further = choice.turn === 0 && least < 2 && array.length === 1 ? furtherEntry(choice, flat, name) : undefined;
  if (further) array.push(further);
  if (array.length < least) return { unfit: '/items' };
  const literals = array.map((item) => ('literal' in item ? item.literal : null));
  if (array.every((item) => 'literal' in item) && !fits(choice.schemas, schema, literals)) return { unfit: '' };
  // The object around a list adds the whole list as one field. Items of a body that is a list are found
  // by the values sent.
  return { template: { array }, fields: [], ...(depth > 0 && { optional, guessed }) };
}

/**
 * Returns a second entry for a list that is sent the first time: a response that loses one entry is then noticed. It is
 * the third value or a later one, because the next write of the list begins with the second. Undefined if no value
 * fits, and for lists of ids, lists with examples and the like.
 */
function furtherEntry({ schemas }: Choice, { rest, items = true }: FlatSchema, name: string): Template | undefined {
  const item = schemas.flatten(items);
  const { enum: members } = item.rest;
  if (rest['maxItems'] === 1 || isIdLike(name) || rest['examples'] !== undefined) return undefined;
  if (isFreeText(item) && !isPlainText(singular(name))) return undefined;
  if (Array.isArray(members) && haveOneForOthers(members)) return undefined;
  const found = isFreeText(item) ? furtherTexts(name) : candidates(schemas, items, item, name, []).slice(2);
  const value = found.find((one) => fits(schemas, items, one));
  return value === undefined || isObject(value) ? undefined : { literal: value };
}

function chooseAt(choice: Choice, schema: JsonSchema, name: string, nearby: Json[], depth: number): Chosen | Unfit {
  if (depth > MAX_DEPTH || schema === false) return { unfit: '' };
  if (isSpent(choice)) return TOO_MUCH;
  const flat = choice.schemas.flatten(schema);
  const [type] = flat.types;
  const file = chooseFile(choice, flat, name);
  if (file) return file;
  const key = depth > 0 ? jsonWebKey(choice, flat) : undefined;
  if (key) return key;
  const found = candidates(choice.schemas, schema, flat, name, nearby);
  const isGiven = isFreeText(flat) && !isPlainText(name) && isGivenBySpec(flat, nearby);
  const isOpaque = isGiven && (isChoice(name) || !hasWords(found[0]));
  const isKey = choice.conflicts || isNumbered(name);
  // If free texts may have to be unique, a number with a pattern (an order number) is made unique by that pattern.
  const isTold = choice.conflicts && isNumbered(name) && !isChecked(name) && flat.rest['pattern'] !== undefined;
  const mayClash = isKey && isFreeText(flat) && (isTold || !isOpaque) && knownTexts(name).length === 0;
  // A plain text has two placeholders, before and after a change. A third item gets a unique text.
  const isThird = choice.turn === 2 && isFreeText(flat) && isPlainText(name) && found.length < 3;
  const isUnique = isIdentity(name) || name === choice.ownId || mayClash || isThird;
  if (type !== 'object' && type !== 'array' && isUnique) {
    const example = found.find((value) => typeof value === 'string' && isGivenBySpec(flat, nearby));
    const unique = uniqueFor(choice.schemas, flat, name, example as string | undefined, choice.turn);
    if (unique) return { template: unique, fields: [] };
  }
  const others = namesOthers(choice, flat);
  if (type === 'object' && (depth === 0 || found.length === 0 || others)) {
    const built = chooseObject(choice, withBranch(choice, flat), nearby, depth);
    if (!isUnfit(built) || found.length === 0) return built;
  }
  if (type === 'array' && others) {
    const built = chooseArray(choice, schema, flat, name, depth, nearby.flat());
    if (!isUnfit(built)) return built;
  }
  if (type === undefined && depth === 0 && flat.alternatives.length > 0) {
    const chosen = chooseBranch(choice, flat, name, nearby, depth);
    if (chosen) return chosen;
  }
  const isFirst =
    choice.turn === 0 ||
    choice.alike ||
    (choice.differing !== name &&
      (isClassifier(name) ||
        (type === 'boolean' && (isPart(name) || (isShowing(name) && choice.before === undefined))))) ||
    (isOpaque && givenTextCount(flat, nearby) < 2);
  const before = depth === 1 && !isFirst ? choice.before?.[name] : undefined;
  const at = isFirst ? 0 : Math.min(isFreeText(flat) ? knownTurn(name, choice.turn) : choice.turn, found.length - 1);
  const hidden = choice.hidden ? hiddenValue(name, found) : undefined;
  const stock = choice.stocked && isStockOf(name) && fits(choice.schemas, schema, ENOUGH) ? ENOUGH : undefined;
  const value =
    stock ?? hidden ?? (before === undefined ? found[at] : otherThan(before, [...found.slice(at), ...found]));
  const isOnly = choice.turn > 0 && found.length === 1 && type === 'object';
  if (value !== undefined) return literal(isOnly ? withOtherTexts(choice.schemas, flat, value) : value);
  if (type === 'array') return chooseArray(choice, schema, flat, name, depth);
  const chosen = chooseBranch(choice, flat, name, nearby, depth + 1);
  if (chosen) return chosen;
  if (flat.nullable && flat.types.length > 0 && flat.alternatives.length === 0) return literal(null);
  return { unfit: '' };
}

/** Returns the first value that differs from `before`, else the first. */
function otherThan(before: Json, found: Json[]): Json | undefined {
  return found.find((value) => !isSameValue(value, before)) ?? found[0];
}

/**
 * Chooses a value for a `oneOf`: by the branch that an example fits, else by the first branch that has a value.
 * Undefined if none has.
 */
function chooseBranch(
  choice: Choice,
  { alternatives }: FlatSchema,
  name: string,
  nearby: Json[],
  depth: number,
): Chosen | undefined {
  const of = (branch: JsonSchema) => nearby.filter((example) => fits(choice.schemas, branch, example));
  const best = nearby.map((example) => alternatives.find((branch) => fits(choice.schemas, branch, example)));
  for (const branch of [...best, ...branchesInOrder(choice, alternatives)]) {
    const chosen = branch === undefined ? undefined : chooseAt(choice, branch, name, of(branch), depth);
    if (chosen && !isUnfit(chosen)) return chosen;
  }
  return undefined;
}

/**
 * True if an example has four letters in a row. Otherwise it may follow rules that no schema states: an
 * ISBN, a postal code.
 */
function hasWords(example: Json | undefined): boolean {
  return typeof example === 'string' && /[a-z]{4}/i.test(example);
}

/**
 * Chooses the value to send for a schema, among const, valid examples, enum values, default and placeholders, in this
 * order: the first, or a later one for a later turn. Members that identify an item get unique values. If a required
 * part has no value, `unfit` is the JSON Pointer of that part (specification §4, rule 6).
 */
export const chooseValue = chosenOnce((choice, schema, name, nearby) =>
  chooseAt({ ...choice, effort: { left: MOST_VALUES } }, schema, name, nearby, 0),
);
