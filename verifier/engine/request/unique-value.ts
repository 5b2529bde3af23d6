import { createHash } from 'node:crypto';
import type { UniqueValue } from '../../plan/unique-value.ts';

/** Eight characters a-z0-9, derived from seed, journey and attempt. Planner and verifier §3. */
export function nonceFor(seed: number, journeyId: string, attempt: number): string {
  return hashNumber(`${seed}/${journeyId}/${attempt}`, 36n ** 8n)
    .toString(36)
    .padStart(8, '0');
}

/**
 * The unique value of a template: prefix + stem + mark + suffix. The mark is the nonce (in texts after "-") or, for
 * `digits`, nine digits. Above `maxLength`, the stem is cut first, then the mark; prefix and suffix stay whole. UUIDs,
 * integers, days and `places` are derived from the nonce.
 */
export function uniqueValue(value: UniqueValue, nonce: string): string | number {
  if (value.charset === 'uuid') return uuidFrom(`${nonce}/${value.stem}`);
  if (value.charset === 'integer') return numberWithin(value, `${nonce}/${value.stem}`);
  // Days with the same bounds move by the same number, so that a range stays in order.
  if (value.charset === 'days') return movedBy(numberWithin(value, nonce), value.stem);
  if (value.charset === 'places') {
    const { letters = [] } = value;
    return letters.map((some, at) => some[chosenOf(`${nonce}/${value.stem}/${at}`, some.length)]).join('');
  }
  const [prefix, suffix] = [value.prefix ?? '', value.suffix ?? ''];
  const room = Math.max(0, value.maxLength - prefix.length - suffix.length);
  const mark =
    value.charset === 'digits'
      ? hashNumber(nonce, 10n ** 9n)
          .toString()
          .padStart(9, '0')
      : nonce;
  const joiner = value.charset === 'text' && value.stem !== '' ? '-' : '';
  const stem = value.stem.slice(0, Math.max(0, room - mark.length - joiner.length));
  const middle = stem === '' ? mark : stem + joiner + mark;
  return prefix + middle.slice(Math.max(0, middle.length - room)) + suffix;
}

function numberWithin({ minimum = 1, maximum = 2_147_483_647 }: UniqueValue, text: string): number {
  return minimum + chosenOf(text, maximum - minimum + 1);
}

function movedBy(days: number, stem: string): string {
  const at = new Date(Date.parse(stem.slice(0, 10)) + days * 86_400_000);
  return at.toISOString().slice(0, 10) + stem.slice(10);
}

function chosenOf(text: string, count: number): number {
  return Number(hashNumber(text, BigInt(Math.max(1, count))));
}

function hashNumber(text: string, below: bigint): bigint {
  return BigInt(`0x${sha256(text).slice(0, 24)}`) % below;
}

function uuidFrom(text: string): string {
  const hex = sha256(text);
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
