import { REQUEST_ROWS } from './rows/request-rows.ts';
import { NEGATIVE_STEP_ROWS } from './rows/negative-step-rows.ts';
import { ABSENT_ITEM_ROWS } from './rows/absent-item-rows.ts';
import { REFUSAL_ROWS } from './rows/refusal-rows.ts';
import { RESPONSE_ROWS } from './rows/response-rows.ts';
import { VALUE_ROWS } from './rows/value-rows.ts';
import { LIST_ROWS } from './rows/list-rows.ts';
import type { VerdictRow } from './rows/verdict-row.ts';

/**
 * The verdict table of planner and verifier §6.1. The first row whose `when` is true decides on a step that does not
 * simply pass. No row means that it passes.
 */
export const verdictTable: readonly VerdictRow[] = [
  ...REQUEST_ROWS,
  ...NEGATIVE_STEP_ROWS,
  ...ABSENT_ITEM_ROWS,
  ...REFUSAL_ROWS,
  ...RESPONSE_ROWS,
  ...VALUE_ROWS,
  ...LIST_ROWS,
];
