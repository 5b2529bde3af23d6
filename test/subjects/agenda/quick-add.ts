import { invalid } from './model.ts';
import type { Body } from '../request.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const TIME = String.raw`\d{1,2}(?::\d\d)?\s?(?:am|pm)|\d{1,2}:\d\d`;
const TIMES = new RegExp(String.raw`(?:\bat )?\b(${TIME})(?:\s?-\s?(${TIME}))?\b`, 'i');
const DAYS = /(?:\bon )?\b(today|tomorrow|\d{4}-\d\d-\d\d)\b/i;

function offsetAt(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * 60_000);
}

function fromLocal(timeZone: string, local: number): string {
  const near = local - offsetAt(timeZone, local);
  return new Date(local - offsetAt(timeZone, near)).toISOString();
}

function clockTime(text: string): number {
  const [, hour, minute = '0', half] = /^(\d+)(?::(\d+))?\s?(am|pm)?$/i.exec(text) ?? [];
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (minutes > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return invalid(`${text} is no time.`, 'text');
  const inDay = half ? (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hours;
  return inDay * HOUR + minutes * 60_000;
}

function localDay(word: string | undefined, localNow: number): number {
  const today = localNow - (((localNow % DAY) + DAY) % DAY);
  if (word === undefined || word.toLowerCase() === 'today') return today;
  if (word.toLowerCase() === 'tomorrow') return today + DAY;
  const named = Date.parse(`${word}T00:00:00Z`);
  const isDay = !Number.isNaN(named) && new Date(named).toISOString().startsWith(word);
  return isDay ? named : invalid(`${word} is no date.`, 'text');
}

/** The event that a line such as "Lunch with Bruno tomorrow 12:30-13:30" says. */
export function quickEvent(text: string, timeZone: string): Body {
  const localNow = Date.now() + offsetAt(timeZone, Date.now());
  const day = DAYS.exec(text);
  const dayless = text.replace(DAYS, ' ');
  const times = TIMES.exec(dayless);
  const usual = day ? 9 * HOUR : (Math.floor(localNow / HOUR) + 1) * HOUR - localDay(undefined, localNow);
  const from = times?.[1] ? clockTime(times[1]) : usual;
  const to = times?.[2] ? clockTime(times[2]) : from + HOUR;
  const midnight = localDay(day?.[1], localNow);
  const summary = dayless.replace(TIMES, ' ').replaceAll(/\s+/g, ' ').trim() || text.trim();
  const moment = (local: number) => ({ dateTime: fromLocal(timeZone, midnight + local), timeZone });
  return { summary, start: moment(from), end: moment(to > from ? to : to + DAY) };
}
