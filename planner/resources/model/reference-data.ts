import type { Operation } from '../../intake/model/operation.ts';
import type { ListPlace } from './item-place.ts';

/** A list of items that no operation of the spec creates: countries, categories, plans. */
export type ReferenceList = { operation: Operation; noun: string; place: ListPlace };

/** A value from a reference list's first entry, at `pointer` within it. Without `pointer`: the key of a map. */
export type ReferenceValue = { stock: ReferenceList; pointer: string | undefined };

/** The reference lists of a spec, by the words of their nouns. */
export type ReferenceData = ReadonlyMap<string, ReferenceList>;
