import { uniqueValue } from '#verifier/engine/request/unique-value.ts';
import type { UniqueValue } from '#verifier/plan/unique-value.ts';

/** Stands for the nonce, which is as long; no stem has it. */
const MARK = '\uE000';
const NONCE = MARK.repeat(8);
const DIGITS = 9;

/** A value that nobody has yet, as jq makes it of the script's random letters `$k.n`, digits `$k.d` and hex `$k.r`. */
export const uniqueText = (value: UniqueValue): string => {
  const { charset, minimum = 1, maximum = 2_147_483_647, letters = [], stem } = value;
  const turn = [...stem].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7);
  const within = (shift: number): string => `(${minimum} + (($k.d | tonumber) + ${shift}) % ${maximum - minimum + 1})`;
  if (charset === 'uuid') {
    const own = turn.toString(16).padStart(4, '0');
    return `($k.r | "\\(.[0:8])-\\(.[8:12])-4\\(.[13:16])-8\\(.[17:20])-\\(.[20:28])${own}")`;
  }
  if (charset === 'integer') return within(turn);
  if (charset === 'days') {
    const [day, rest] = [JSON.stringify(`${stem.slice(0, 10)}T00:00:00Z`), JSON.stringify(stem.slice(10))];
    return `(((${day} | fromdate) + ${within(0)} * 86400 | todate | .[0:10]) + ${rest})`;
  }
  if (charset === 'places') {
    const places = letters.map(
      (some, at) => `${JSON.stringify(some)}[($k.r | explode[${(at + turn) % 64}]) % ${some.length}:][0:1]`,
    );
    return places.length === 0 ? '""' : `(${places.join(' + ')})`;
  }
  return charset === 'digits' ? digitsText(value) : markedText(value);
};

const markedText = (value: UniqueValue): string => {
  const text = String(uniqueValue(value, NONCE));
  const [before = '', after = ''] = [text.slice(0, text.indexOf(MARK)), text.slice(text.lastIndexOf(MARK) + 1)];
  const kept = text.length - before.length - after.length;
  if (!text.includes(MARK)) return JSON.stringify(text);
  const nonce = kept < NONCE.length ? `$k.n[${NONCE.length - kept}:]` : '$k.n';
  return `(${[before, nonce, after]
    .map((part) => (part === nonce ? part : JSON.stringify(part)))
    .filter((part) => part !== '""')
    .join(' + ')})`;
};

/** Digits have no mark of their own: what two nonces share is what stands around them. */
const digitsText = (value: UniqueValue): string => {
  const { prefix = '', suffix = '', maxLength, stem } = value;
  const room = Math.max(0, maxLength - prefix.length - suffix.length);
  const kept = stem.slice(0, Math.max(0, room - DIGITS));
  const digits = room - kept.length < DIGITS ? `$k.d[${DIGITS - (room - kept.length)}:]` : '$k.d';
  return `(${JSON.stringify(prefix + kept)} + ${digits} + ${JSON.stringify(suffix)})`;
};
