import { isIPv4, isIPv6 } from 'node:net';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const URI_CHARACTERS = /^(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const PERIOD = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
// oxlint-disable-next-line no-control-regex -- RFC 6570 excludes them by name
const TEMPLATE = /^(?:[^\x00-\x20\x7f"'<>%\\^`{|}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?[\w.%,:*]+\})*$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks of formats by name. Each takes linear time, because no pattern can match a part in two ways. */
const FORMATS: Record<string, (text: string) => boolean> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => /^.{10}[t\s]/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  duration: (text) => PERIOD.test(text) && /\d[A-Z]$/.test(text),
  uri: (text) => SCHEME.test(text) && URI_CHARACTERS.test(text),
  'uri-reference': (text) => URI_CHARACTERS.test(text),
  'uri-template': (text) => TEMPLATE.test(text),
  url: (text) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: (text) => !text.includes('%') && isIPv6(text),
  regex: isRegex,
  uuid: (text) => UUID.test(text),
  'json-pointer': (text) => POINTER.test(text),
  'relative-json-pointer': (text) => {
    const [, rest] = /^(?:0|[1-9]\d*)(.*)$/s.exec(text) ?? [];
    return rest !== undefined && (rest === '#' || POINTER.test(rest));
  },
};

/** True if a text has the format, and for an unknown format. */
export function fitsFormat(name: string, text: string): boolean {
  return !Object.hasOwn(FORMATS, name) || FORMATS[name]!(text);
}

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (found === null) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  const offset = (found[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  // A leap second is valid only as the last second of a UTC day.
  return second < 60 || (hour * 60 + minute - offset + 1440) % 1440 === 1439;
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label));
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [name, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || name.length > 64) return false;
  const isQuoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(name);
  const isPlain = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i.test(name) && !/^\.|\.$|\.\./.test(name);
  const [, address] = /^\[(.*)\]$/.exec(host) ?? [];
  const isHost = address === undefined ? isHostname(host) : isIPv4(address) || isIPv6(address.replace(/^ipv6:/i, ''));
  return (isQuoted || isPlain) && isHost;
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp && !/[^\\]\\Z/.test(text);
  } catch {
    // An invalid regular expression does not have the format.
    return false;
  }
}
