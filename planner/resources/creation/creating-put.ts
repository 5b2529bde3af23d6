import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { identityOf } from './create-of.ts';
import { isItemPath } from '../model/path-template.ts';
import type { Create } from '../model/create.ts';
import type { Wanted } from './wanted.ts';

/**
 * A PUT on a collection path that documents 201 as its only success creates an item. Undefined where the path is an
 * item's own.
 */
export function creatingPut(put: Operation | undefined): Operation | undefined {
  const successes = Object.keys(put?.responses ?? {}).filter((status) => status.startsWith('2'));
  return put && !isItemPath(put.path) && successes.join() === '201' ? put : undefined;
}

/**
 * A POST on an item path that updates the item as PUT does elsewhere. It answers 200, and one of these holds: its body
 * is the create's; its response is the read's; its body is part of the create's and its response is the create's.
 * Undefined if the POST creates.
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
