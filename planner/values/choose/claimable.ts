import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { isServersOwn } from '../../vocabulary/field-names.ts';
import { isExpiry, isTimeLike } from '../../vocabulary/times.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Returns the sent fields that may be asserted. A request schema with an `id` that is not readOnly does not mark what
 * the server owns: then expiry times are left out. If it also has a time that the server sets, such as `createdAt`,
 * optional enums are left out.
 */
export function claimable(schemas: SchemaStore, { properties, required }: FlatSchema, sent: SentField[]): SentField[] {
  const rest = (name: string) => schemas.flatten(properties[name] ?? true).rest;
  const names = Object.keys(properties);
  const isOpen = (name: string) => rest(name)['readOnly'] !== true;
  const isTime = (name: string) => isTimeLike(name) && isServersOwn(name) && isOpen(name);
  if (!names.some((name) => isPlainId(name) && isOpen(name))) return sent;
  // The server may own the expiry as well.
  const lasting = sent.filter(({ name }) => !isExpiry(name));
  if (!names.some(isTime)) return lasting;
  return lasting.filter(({ name }) => required.includes(name) || !Array.isArray(rest(name)['enum']));
}
