import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { affectsAll, outward } from '../../vocabulary/segment-words.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/**
 * True if a word of the path segments says that the operation leaves the service or costs money (`send`, `pay`), or
 * that it affects all users (`backup`). For the former, the first words of its summary and operationId count too.
 */
export function reachesOut({ words, id }: Operation, segments: string[]): boolean {
  const named = segments.flatMap(wordsOf);
  const said = [...named, ...[words, id].map((name) => wordsOf(name)[0] ?? '')];
  const reaches = said.some((word) => outward.has(word) || outward.has(singular(word)));
  return reaches || named.some((word) => affectsAll.has(word));
}
