import type { Assertion } from '#verifier/plan/plan.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import { isNeverChanged } from '../../values/choose/is-never-changed.ts';
import { isServerSettled } from '../../values/assertable/is-server-settled.ts';
import { heldBy, type HeldField } from '../model/item.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { bought } from '../../vocabulary/value-words.ts';

function isBought(name: string): boolean {
  return wordsOf(name).some((word) => bought.has(word));
}

/**
 * Asserts that a create's response shows the enum and boolean values that step `step` sent: a server that ignores them
 * is found. Left out: kinds, values that the server may choose, and values that cost money (`plan`).
 */
export function assertChoices(
  schemas: SchemaStore,
  { words }: Operation,
  { flat, prefix }: Pick<ItemPlace, 'flat' | 'prefix'>,
  step: string,
  body: BuiltBody,
): Assertion[] {
  const isChoice = ({ name, schema }: HeldField): boolean => {
    const { rest, types } = schemas.flatten(schema);
    return (
      (Array.isArray(rest['enum']) || types[0] === 'boolean') &&
      !isNeverChanged(name) &&
      !isServerSettled(name) &&
      !isBought(name)
    );
  };
  const sent = [...heldBy(step, body).values()].filter(isChoice);
  return assertedFields(schemas, sent, flat, words).map(({ pointer, compare }) => ({
    op: 'equals',
    pointer: prefix + pointer,
    value: { sent: step, pointer: `/body${body.within}${pointer}` },
    compare,
  }));
}
