import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { isServersOwn } from '../../vocabulary/field-names.ts';
import { isExpiry, isTimeLike } from '../../vocabulary/times.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Sent members that may be asserted. If an item is sent in the form that the server shows, with id and creation time,
 * optional enums are excluded: such a document does not mark which members the server owns.
 */
export function claimable(schemas: SchemaStore, { properties, required }: FlatSchema, sent: SentField[]): SentField[] {
  const rest = (name: string) => schemas.flatten(properties[name] ?? true).rest;
  const names = Object.keys(properties);
  const isOpen = (name: string) => rest(name)['readOnly'] !== true;
  const isTime = (name: string) => isTimeLike(name) && isServersOwn(name) && isOpen(name);
  if (!names.some((name) => isPlainId(name) && isOpen(name))) return sent;
  // Its expiry may be the server's own as well.
  const lasting = sent.filter(({ name }) => !isExpiry(name));
  if (!names.some(isTime)) return lasting;
  return lasting.filter(({ name }) => required.includes(name) || !Array.isArray(rest(name)['enum']));
}
