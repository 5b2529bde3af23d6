import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnKey } from '../../vocabulary/people-and-access.ts';
import { paramsOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { personParts } from '../../vocabulary/resources/item-members.ts';

const PERSON = ['user', 'account', 'person', 'profile'];

/**
 * Returns the nouns that a member may refer to: "shipping address" and "address" for `shippingAddress`. A person's
 * part, such as `author`, also gives "user" and the like.
 */
function thingNames(words: string[]): string[] {
  const own = words.map((_, at) => words.slice(at).join(' '));
  return personParts.has(words.at(-1) ?? '') ? [...own, ...PERSON] : own;
}

/**
 * Returns a function from a member's name to the resource that it refers to: users for `userId`. Only creatable
 * resources count. Of several with one noun, it returns the one with the fewest path parameters.
 */
export function fieldProducers(all: Resource[]): ResourceGraph['producerOfField'] {
  const depthOf = ({ key }: Resource) => paramsOf(key).length;
  const made = all.filter((resource) => resource.create && !resource.isSingleton);
  made.sort((left, right) => depthOf(left) - depthOf(right));
  const known = new Map<string, Resource | undefined>();
  const find = (name: string) => {
    const words = wordsOf(name);
    const named = thingNames(isIdLike(name) ? words.slice(0, -1) : words).map((wanted) =>
      made.find(({ noun }) => sameName(noun, wanted)),
    );
    return [made.find((one) => namesKeyOf(one, name)), ...named].find((found) => found !== undefined);
  };
  return (name) => {
    const found = known.has(name) ? known.get(name) : find(name);
    known.set(name, found);
    return found;
  };
}

/**
 * True for a member named after the resource and its key, if the key is no id: `product_sku` for products with a `sku`.
 * Also true for `imei` alone, if `PUT /devices/{imei}` creates the items.
 */
export function namesKeyOf({ noun, create }: Resource, name: string): boolean {
  if (create?.id.from === 'path' && isOwnKey(name) && sameName(create.id.param, name)) return true;
  const key = create?.id.from === 'body' ? create.id.field.name : '';
  return key !== '' && !isIdLike(key) && sameName(name, `${noun}_${key}`);
}
