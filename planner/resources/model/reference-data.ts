import type { Operation } from '../../intake/model/operation.ts';
import type { ListPlace } from './item-place.ts';

/** A list of things that are there without any operation of the spec: countries, categories, plans. */
export type ReferenceList = { operation: Operation; noun: string; place: ListPlace };

/** What a field takes of the first thing that a list shows; no pointer: the key that a map has it under. */
export type ReferenceValue = { stock: ReferenceList; pointer: string | undefined };

/** By the words of their nouns. */
export type ReferenceData = ReadonlyMap<string, ReferenceList>;
