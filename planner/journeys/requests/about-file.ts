import type { JsonSchema, Step } from '#verifier/plan/plan.ts';

import { onlyFile } from '../../resources/responses/file-reads.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { HeldField } from '../model/item.ts';
import { plainName } from '../../vocabulary/words-of.ts';
import { contentTypes, fileNames, fileSizes } from '../../vocabulary/value-words.ts';
import type { WordGroup } from '../../vocabulary/word-group.ts';

/**
 * The members of a sent file that a response may repeat (size, name, content type), each with the names
 * that services give them.
 */
const ABOUT: [member: string, schema: JsonSchema, names: WordGroup][] = [
  ['@size', { type: 'integer' }, fileSizes],
  ['@fileName', { type: 'string' }, fileNames],
  ['@contentType', { type: 'string' }, contentTypes],
];

/**
 * Returns the members of a create's response that repeat facts about the uploaded file: `size`, `filename`,
 * `contentType`. Also notes them in the step, so that later reads must show only those that the create's
 * response showed as sent.
 */
export function aboutFile(schemas: SchemaStore, resource: Resource, step: Step | undefined): Map<string, HeldField> {
  const held = new Map<string, HeldField>();
  const operation = resource.create?.operation;
  const body = operation && successBody(operation);
  const file = operation && onlyFile(schemas, operation);
  if (!step?.body || !('object' in step.body.value) || body === undefined || file === undefined) return held;
  const value = step.body.value.object[file];
  if (!value || !('object' in value)) return held;
  const { flat, prefix } = itemIn(schemas, body, resource);
  const type = value.object['@contentType'];
  // A server may re-encode a picture, so only its original name (`originalName`) is compared.
  const isPicture = type !== undefined && 'literal' in type && String(type.literal).startsWith('image/');
  const echoed: Record<string, string> = {};
  for (const [member, schema, names] of ABOUT) {
    const name = Object.keys(flat.properties).find((one) => names.has(plainName(one)));
    const template = value.object[member];
    if (name === undefined || !template || (isPicture && !/^original/i.test(name))) continue;
    const sentAt = pointerToken(file) + pointerToken(member);
    echoed[sentAt] = prefix + pointerToken(name);
    const pointer = pointerToken(name);
    held.set(pointer, { pointer, name, schema, template, isCallers: true, step: step.id, within: '', sentAt });
  }
  if (held.size > 0) step.echoed = echoed;
  return held;
}
