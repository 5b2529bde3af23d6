import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { identityOf } from './create-of.ts';
import { isItemPath } from '../model/path-template.ts';
import type { Create } from '../model/create.ts';
import type { Wanted } from './wanted.ts';

/**
 * Returns a PUT on a collection's path whose only documented success is 201: it creates an item. Otherwise undefined.
 */
export function creatingPut(put: Operation | undefined): Operation | undefined {
  const successes = Object.keys(put?.responses ?? {}).filter((status) => status.startsWith('2'));
  return put && !isItemPath(put.path) && successes.join() === '201' ? put : undefined;
}

/**
 * Returns `post`, a POST on an item's path, if it updates the item as PUT does elsewhere. Otherwise undefined. Its only
 * success is 200, and one of these holds:
 * - its request has the schema of the create's request;
 * - its response has the schema of the read;
 * - its request shares members with the create's, and its response has the schema of the create's response.
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
  // A response like the create's is not enough: `POST /tickets/{id}` may add a reply to the ticket.
  const isPart = shared(Object.keys(sent.properties), Object.keys(making.properties));
  const shown = [...wanted.readNames, ...(isPart ? identityOf(schemas, create.operation, wanted) : [])];
  const isSuch = shared(sent.names, making.names) || shared(identityOf(schemas, post, wanted), shown);
  return isSuch && successes.join() === '200' ? post : undefined;
}
