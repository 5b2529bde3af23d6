import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { AFFECTS_ALL } from './is-plain-read.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/**
 * Words of operations that send something, reach another service or cost money: `POST /invoices/{id}/send`. A journey
 * calls such an operation only if it is the journey's subject.
 */
const REACHES_OUT = new Set(
  (
    'alert announcement ask bill broadcast buy call campaign charge chat checkout completion connect deploy deployment deposit dial dispatch email ' +
    'embed emit execute execution fax forward generate generation impersonate infer inference invite invitation invoice job launch login logout ' +
    'mail message migrate notification notify order page pay payment payout ping predict print prompt provision publish purchase push reboot refund ' +
    'remind reminder resend run scale send share ship shipment shutdown signin signout sms spawn subscribe subscription sync train transcribe ' +
    'transfer translate trigger tweet withdraw withdrawal'
  ).split(' '),
);

/**
 * True if a path segment says that the operation leaves the service, costs money or affects everybody. The first word
 * of the summary or of the operationId may also say the first two.
 */
export function reachesOut({ words, id }: Operation, segments: string[]): boolean {
  const named = segments.flatMap(wordsOf);
  const said = [...named, ...[words, id].map((name) => wordsOf(name)[0] ?? '')];
  const reaches = said.some((word) => REACHES_OUT.has(word) || REACHES_OUT.has(singular(word)));
  return reaches || named.some((word) => AFFECTS_ALL.has(word));
}
