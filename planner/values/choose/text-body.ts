import type { Template } from '#verifier/plan/plan.ts';

import { pointerToken } from '../../intake/json/json-object.ts';
import type { Line, RequestBody } from '../../intake/model/operation.ts';
import { type Choice, type Chosen, isUnfit, type SentField, type Turn, type Unfit } from '../model/choice.ts';
import { chooseValue } from './choose-value.ts';
import { fits } from '../../intake/schema/fits.ts';
import { uniqueFor } from '../text/unique-for.ts';

const WORDS: Record<Turn, string> = { 0: 'text', 1: 'next', 2: 'last' };
/** Stands for the eight unique characters of a run. */
const NONCE = '0'.repeat(8);

/**
 * Returns the value for a text body: the spec's example or a value that its schema states, else twelve letters and
 * digits, which are also valid base64. For an import, it is a unique URL.
 */
export function textBody(choice: Choice, { schema, examples, line }: RequestBody): Chosen | Unfit {
  const own = line && ownAddress(choice, line);
  if (own) return own;
  const { rest } = choice.schemas.flatten(schema);
  const isGiven = ['enum', 'const', 'default', 'examples', 'pattern'].some((key) => rest[key] !== undefined);
  const isFree = !isGiven && examples.length === 0 && fits(choice.schemas, schema, WORDS[choice.turn] + NONCE);
  const chosen = isFree ? ownLine(choice.turn) : chooseValue(choice, schema, 'text', examples);
  if (isUnfit(chosen)) return chosen;
  const field: SentField = { pointer: '', name: '', schema, template: chosen.template };
  return { template: chosen.template, fields: [field] };
}

/** Returns a unique URL as the whole text body of an import. Undefined if its schema allows none. */
function ownAddress({ schemas, turn }: Choice, { name, schema }: Line): Chosen | undefined {
  const template = uniqueFor(schemas, schemas.flatten(schema), name, undefined, turn);
  return (
    template && {
      template,
      fields: [{ pointer: pointerToken(name), name, schema, template, isCallers: true, sentAt: '' }],
    }
  );
}

function ownLine(turn: Turn): { template: Template; fields: [] } {
  return { template: { unique: { stem: WORDS[turn], maxLength: 12, charset: 'alphanumeric' } }, fields: [] };
}
