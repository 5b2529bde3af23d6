import type { Operation } from '../../intake/model/operation.ts';
import type { ListPlace } from './item-place.ts';

/** A list of things that are there without any operation of the spec: countries, categories, plans. */
export type ReferenceList = { operation: Operation; noun: string; place: ListPlace };

/** The value that a field takes from the first listed item; without a pointer, the map key. */
export type ReferenceValue = { stock: ReferenceList; pointer: string | undefined };

/** By the words of their nouns. */
export type ReferenceData = ReadonlyMap<string, ReferenceList>;
