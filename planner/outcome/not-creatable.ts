import { parentPath } from '../resources/model/path-template.ts';
import type { Resource } from '../resources/model/resource.ts';
import { CannotPlan } from './dropped-plan.ts';
import { withArticle } from '../vocabulary/with-article.ts';

/** Returns the error for a resource without a create. Its edit names the operation to add or the id to document. */
export function notCreatable(resource: Resource): CannotPlan {
  const { noun, blindCreate } = resource;
  const item = [resource.read?.operation, resource.put, resource.patch, resource.remove].find((one) => one);
  const at = blindCreate ?? item ?? resource.list?.operation;
  const collection = item ? parentPath(item.path) : (at?.path ?? resource.key);
  return new CannotPlan({
    reason: 'NOT_CREATABLE',
    ...(at ? { pointer: at.pointer } : {}),
    detail: blindCreate
      ? `${blindCreate.key} does not document the id of the ${noun} that it creates.`
      : `No operation of this spec creates ${withArticle(noun)}.`,
    edit: blindCreate
      ? `Document the "id" in the 2xx response of ${blindCreate.key}, or a Location header.`
      : `Add "POST ${collection}" with a 201 response that shows the id of ${withArticle(noun)}.`,
  });
}
