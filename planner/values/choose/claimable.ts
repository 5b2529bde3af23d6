import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { isServersOwn } from '../../vocabulary/field-names.ts';
import { isExpiry, isTimeLike } from '../../vocabulary/times.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Returns those of the sent fields that may be asserted. A request that has an `id`, like the server's answer, does not
 * mark what the server owns. Then expiry times are left out. If it has a creation time too, optional enums are left out
 * as well.
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
