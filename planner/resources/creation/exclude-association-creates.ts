import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isTitle } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isNamedById, sentResource } from '../model/body-wrapper.ts';
import { nounSegment } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { namesReferenceData } from '../relations/find-reference-data.ts';
import type { ReferenceData } from '../model/reference-data.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';

/**
 * Unsets creates that only add an existing item. Their body is one id, plain or of the collection's noun
 * (`sendsIdAlone`). Or it is `{"step": {"id": …}}`, if no other collection creates steps and no
 * reference data lists them.
 */
export function excludeAssociationCreates(schemas: SchemaStore, all: Resource[], stocks: ReferenceData): void {
  const isKnown = ({ noun, key }: Resource) =>
    namesReferenceData(stocks, noun) || all.some((one) => one.create && one.key !== key && sameName(one.noun, noun));
  for (const resource of all) {
    const post = resource.create?.operation;
    if (post?.method !== 'POST') continue;
    const namesUnknown = namesItsKind(schemas, post) && !isKnown(resource);
    if (namesUnknown || sendsIdAlone(schemas, post)) resource.create = undefined;
  }
}

/**
 * True if the body has an object that is named after the collection and holds only an id: `POST /tickets/{id}/steps
 * {"step": {"id": …}}`. The object must be required, unless nothing is. False if the body also has a name or title:
 * then it creates an item, such as a category in another.
 */
function namesItsKind(schemas: SchemaStore, { path, body }: Operation): boolean {
  const { properties, required } = schemas.flatten(body?.schema ?? true);
  const noun = singular(nounSegment(path));
  const names = Object.keys(properties);
  const own = names.find((name) => sameName(name, noun) && isNamedById(schemas, properties[name] ?? true));
  if (own === undefined || names.some((name) => isIdentity(name) || isTitle(name))) return false;
  return required.length === 0 || required.includes(own);
}

/**
 * True if the body of a POST below a parent is one id, plain or of the collection's noun: `POST
 * /tickets/{id}/steps {"stepId": …}`.
 */
function sendsIdAlone(schemas: SchemaStore, operation: Operation): boolean {
  const [key = '', ...others] = Object.keys(sentResource(schemas, operation).properties);
  const isOwn = /^_?(id|uuid|guid)$/i.test(key) || sameName(key, `${singular(nounSegment(operation.path))}Id`);
  return isOwn && others.length === 0 && operation.path.includes('}/');
}
