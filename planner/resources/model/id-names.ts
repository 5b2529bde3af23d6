import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { nounSegment, paramsOf } from './path-template.ts';
import { plainName, sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { keyMembers } from '../../vocabulary/resources/item-members.ts';

/**
 * The names of an item:
 * - `noun`: "order". `param`: its path parameter.
 * - `given`: the response member with a name that the server gave, if the response has no id.
 * - `own`: "id", if a request member named like `param` means something else.
 * - `within`: the response member that holds what a write sends at the top.
 */
export type ItemName = {
  noun: string;
  param: string;
  paramSchema: JsonSchema;
  given?: string;
  own?: string;
  within?: string;
};
/** A name under which a response may show the path parameter's value. If `sure`, the documented types may differ. */
export type IdName = { name: string; sure: boolean };

/** Returns the noun, the parameter and its schema of an item path. `operations` are those at the path. */
export function itemNameOf(operations: Operation[], itemPath: string): ItemName {
  const param = paramsOf(itemPath).at(-1) ?? 'id';
  const documented = operations.flatMap(({ parameters }) => parameters);
  const found = documented.find(({ in: place, name }) => place === 'path' && name === param);
  return { noun: singular(nounSegment(itemPath)), param, paramSchema: found?.schema ?? true };
}

/** Members other than ids that identify an item. */
export const KNOWN_BY: readonly string[] = keyMembers.own;
/** Words in a path parameter that mean an id. */
const SAME_AS_ID = ['token', 'identifier'];
const SHORTEST = 3;
/** A name of one or two letters and "id": `cid` of a comment. */
const SHORT_ID = /^[a-z]{1,2}id$/i;

/** True if two names are equal, or if one of at least three letters begins the other: `repo`, `repository`. */
function shares(left: string, right: string): boolean {
  const [one, other] = [left, right].map(plainName);
  if (!one || !other) return false;
  return (
    one === other ||
    (Math.min(one.length, other.length) >= SHORTEST && (one.startsWith(other) || other.startsWith(one)))
  );
}

/**
 * Returns the names under which a response may show the item's id, the likeliest first. They depend on the path
 * parameter: `{orderId}` may be shown as `id`, and `{bucketName}` as `name`.
 */
export function idNames({ given, own, ...item }: ItemName): IdName[] {
  const first = own === undefined ? [] : [{ name: own, sure: true }];
  return [...first, ...namesOfId(item), ...(given === undefined ? [] : [{ name: given, sure: false }])];
}

function namesOfId({ param, noun }: ItemName): IdName[] {
  const thing = singular(noun);
  const last = thing.split(/[-_]/).at(-1) ?? thing;
  const sure = (...names: string[]) => names.map((name) => ({ name, sure: true }));
  const perhaps = (...names: string[]) => names.map((name) => ({ name, sure: false }));
  const ids = ['id', `${thing}Id`, `${last}Id`, 'uuid', 'guid', '_id'];
  const alike = ['pk', 'uid', 'sid', `${thing}Uuid`];
  const words = wordsOf(param);
  // `{cid}` of `/comments` is the comment's id.
  if (SHORT_ID.test(param) && param[0] === thing[0]) return sure(param, ...ids).concat(perhaps(...alike));
  // `{MessageSid}` of `/Messages` may be the message's `sid`.
  if (isIdLike(param)) return sure(param, words.at(-1) ?? param, ...ids).concat(perhaps(...alike));
  // `{repo}` of `/repositories` is the id or, if the types differ, the item's name.
  if (words.length === 1 ? shares(param, thing) || shares(param, last) : sameName(param, thing))
    // The name of a token is only a label.
    return sure(param).concat(
      perhaps(...ids, ...alike),
      // `{tag}` of a release is its `tag_name` rather than its `name`.
      perhaps(...(SAME_AS_ID.includes(param) ? [] : [...KNOWN_BY.map((known) => `${param}_${known}`), ...KNOWN_BY])),
      sure(...ids),
    );
  // `{bucketName}` of `/buckets` is the bucket's `name`, `{flagKey}` of `/feature-flags` the flag's `key`.
  const tail = words.at(-1) ?? '';
  const prefix = words.slice(0, -1);
  const isOwn =
    prefix.length > 0 &&
    [thing, last].some((name) => shares(prefix.join(''), name) || shares(prefix.at(-1) ?? '', name));
  if (KNOWN_BY.includes(tail) && isOwn) return sure(param, tail).concat(perhaps(thing, last));
  if (SAME_AS_ID.includes(tail) && isOwn) return sure(param, tail).concat(perhaps(...ids));
  if (KNOWN_BY.includes(param)) return sure(param).concat(perhaps(`${thing}_${param}`, `${last}_${param}`));
  const own = [thing, last].map(wordsOf).find((name) => name.every((word, at) => words[at] === word));
  const rest = own ? words.slice(own.length).join('_') : '';
  // `{versionExpression}` of `/versions` says which `version` is meant.
  return rest === '' ? sure(param) : sure(param, rest).concat(perhaps(thing, last));
}

/** Returns the member that is called `wanted` in any spelling: `orderId`, `order_id`. Undefined if there is none. */
export function memberNamed(names: string[], wanted: string): string | undefined {
  if (names.includes(wanted)) return wanted;
  const plain = plainName(wanted);
  return names.find((candidate) => plainName(candidate) === plain);
}

/**
 * True unless the documented types of parameter and field differ: a number against another type, a UUID against another
 * format. A schema without type agrees with all.
 */
export function agree(schemas: SchemaStore, param: JsonSchema, field: JsonSchema): boolean {
  const [one, other] = [schemas.flatten(param), schemas.flatten(field)];
  if (one.types.length === 0 || other.types.length === 0) return true;
  return isNumber(one) === isNumber(other) && (one.rest['format'] === 'uuid') === (other.rest['format'] === 'uuid');
}
