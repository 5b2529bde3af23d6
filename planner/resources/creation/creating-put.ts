import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { identityOf } from './create-of.ts';
import { isItemPath } from '../model/path-template.ts';
import type { Create } from '../model/create.ts';
import type { Wanted } from './wanted.ts';

/**
 * A PUT that makes an item as POST does elsewhere: it stands on the path of the collection and documents 201 as its only success. Undefined where
 * that path is one item's own, which is what PUT makes there.
 */
export function creatingPut(put: Operation | undefined): Operation | undefined {
  const successes = Object.keys(put?.responses ?? {}).filter((status) => status.startsWith('2'));
  return put && !isItemPath(put.path) && successes.join() === '201' ? put : undefined;
}

/**
 * A POST on the path of an item that changes it as PUT does elsewhere: it answers 200, and is sent what makes such an item, or answers what its read
 * shows, or is sent part of what makes one and answers what its create answers (a read may show what is left of a deleted one instead). Undefined
 * where it is what makes them.
 */
export function updatingPost(
  schemas: SchemaStore,
  post: Operation | undefined,
  create: Create | undefined,
  wanted: Wanted,
): Operation | undefined {
  if (!post?.body || !create || create.operation === post) return undefined;
  const successes = Object.keys(post.responses).filter((status) => status.startsWith('2'));
  const shared = (names: string[], others: string[]) => names.some((name) => others.includes(name));
  const sent = sentResource(schemas, post);
  const making = sentResource(schemas, create.operation);
  // What alone answers as the create does may as well add something: a reply to a ticket.
  const isPart = shared(Object.keys(sent.properties), Object.keys(making.properties));
  const shown = [...wanted.readNames, ...(isPart ? identityOf(schemas, create.operation, wanted) : [])];
  const isSuch = shared(sent.names, making.names) || shared(identityOf(schemas, post, wanted), shown);
  return isSuch && successes.join() === '200' ? post : undefined;
}
