import { int32, int64, named } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';

/** Query parameters of every list: `page` from 1, `size` 1-100, default 10 (specification §4, §8). Never clamped. */
export const pageQuery = {
  page: z._default(z.int32().check(z.gte(1)), 1),
  size: z._default(z.int32().check(z.gte(1), z.lte(100)), 10),
};

export type PageQuery = { page: number; size: number };

/** The pagination wrapper of every list response (specification §2), named after what it lists. */
export const paged = <S extends z.ZodMiniType>(item: S) => {
  const wrapper = z.object({ data: z.array(item), page: int32, size: int32, totalElements: int64 });
  const id = z.globalRegistry.get(item)?.id;
  return id === undefined ? wrapper : named(`${id}Page`, wrapper);
};

export type Page<T> = { data: T[]; page: number; size: number; totalElements: number };

/** Cuts one page out of a whole collection; past the end it is empty with the true total. */
export const pageOf = <T>(all: readonly T[], { page, size }: PageQuery): Page<T> => ({
  data: all.slice((page - 1) * size, page * size),
  page,
  size,
  totalElements: all.length,
});
