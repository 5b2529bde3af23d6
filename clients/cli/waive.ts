import { waiveCoverage } from '#contract/endpoints/coverage.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command, Given } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { needed, usageError } from './parse-options.ts';
import { printable } from './printable.ts';

/** `dezycro waive`: the caller answers for a journey that does not pass, or for an operation that no journey covers. */
export const waive: Command<'waive'> = async ({ options: given }, io) => {
  const subject = subjectOf(given);
  const reason = needed(given.reason, '--reason', 'waive');
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const body = { ...subject, reason, ...(given.until === undefined ? {} : { expiresAt: given.until }) };
  const waiver = await callApi(connection, waiveCoverage, { path, body });
  if (given.json) io.stdout(`${JSON.stringify(waiver, null, 2)}\n`);
  else {
    const until = waiver.expiresAt === null ? 'until it is withdrawn' : `until ${waiver.expiresAt}`;
    io.stdout(`waived ${until}: ${printable(waiver.operation ?? waiver.journeyId)}\n`);
  }
  return 0;
};

const subjectOf = ({ journey, operation }: Given<'waive'>['options']) => {
  if (journey !== undefined && operation === undefined) return { journeyId: journey };
  if (operation !== undefined && journey === undefined) return { operation };
  throw usageError('Give either --journey or --operation.', 'waive');
};
