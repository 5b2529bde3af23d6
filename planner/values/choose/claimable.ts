import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { isServersOwn } from '../../vocabulary/field-names.ts';
import { isExpiry, isTimeLike } from '../../vocabulary/times.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * The fields that are sent of an object and of which something may be claimed: not the choices that are not required, of a thing that is sent as the
 * server shows it, with its id and when it was made. Nothing says that those two are the server's own, nor is it said of a choice; and what such a
 * server answers to the write is often what it was sent.
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
