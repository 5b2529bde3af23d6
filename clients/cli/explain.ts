import { explainReason, explainVerdict, reasonCodes, verdictCodes } from '../explain/explain-page.ts';
import { closestName } from '#planner/intake/json/closest-name.ts';
import { REASON_TITLES } from '#verifier/verdicts/reason-titles.ts';
import type { Command } from './command-table.ts';
import { usageError } from './parse-options.ts';

/** `dezycro explain [CODE]`: what a verdict or a reason means, with an example and what to do; all of them without a code. */
export const explain: Command<'explain'> = async ({ rest }, io) => {
  const [given, surplus] = rest;
  if (surplus !== undefined) throw usageError(`Only one code at a time, not also ${surplus}.`, 'explain');
  if (given === undefined) {
    io.stdout(reasonCodes.map((code) => `${code.padEnd(24)}${REASON_TITLES[code]}\n`).join(''));
    return 0;
  }
  const code = given.toUpperCase();
  const verdict = verdictCodes.find((name) => name === code);
  const reason = reasonCodes.find((name) => name === code);
  if (verdict) io.stdout(explainVerdict(verdict));
  else if (reason) io.stdout(explainReason(reason));
  else {
    const meant = closestName(code, [...reasonCodes, ...verdictCodes]);
    throw usageError(`There is no code ${given}${meant === undefined ? '.' : `; did you mean ${meant}?`}`, 'explain');
  }
  return 0;
};
