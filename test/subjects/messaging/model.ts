import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

export type Form = Record<string, string | undefined>;
export type PhoneNumber = {
  sid: string;
  phoneNumber: string;
  friendlyName: string;
  sms: boolean;
  createdAt: number;
  /** The service that sends from it. A number serves one service at most. */
  sender: { serviceSid: string; addedAt: number } | null;
};
export type Verification = {
  sid: string;
  to: string;
  channel: string;
  code: string;
  attempts: { attempt_sid: string; channel: string; time: string }[];
  wrongChecks: number;
  createdAt: number;
  updatedAt: number;
};
export type Service = {
  sid: string;
  friendly_name: string;
  inbound_request_url: string | null;
  sticky_sender: boolean;
  validity_period: number;
  code_length: number;
  createdAt: number;
  updatedAt: number;
  turn: number;
  /** By the number that is verified; only those that wait for their code. */
  pending: Map<string, Verification>;
};
export type Message = {
  sid: string;
  serviceSid: string | null;
  to: string;
  from: string | null;
  body: string;
  segments: number;
  createdAt: number;
  updatedAt: number;
  dueAt: number;
  dispatched: boolean;
  canceled: boolean;
};
type Charge = { category: 'sms-outbound' | 'verifications'; at: number; usage: number; price: number };
export type Account = ReturnType<typeof newAccount>;

export const ROOT = '/2010-04-01/Accounts';
const SENT_AFTER = 100;
const DELIVERED_AFTER = 400;
export const PRICE_OF_SEGMENT = 0.0079;
const PRICE_OF_VERIFICATION = 0.05;
const VERIFICATION_LIVES = 10 * 60_000;
/** The document names it: the carrier never delivers to this number. */
const UNREACHABLE = '+15005550009';
const FINAL = new Set(['delivered', 'undelivered', 'failed', 'canceled']);

export const newSid = (prefix: string) => prefix + randomBytes(16).toString('hex');

/** Ends the request; `code` says more exactly than the status what was wrong. */
export function refuse(status: 400 | 401 | 404 | 409 | 415 | 429, code: number, message: string): never {
  throw new HTTPException(status, { message, cause: code });
}

export const missing = (context: Context): never =>
  refuse(404, 20404, `The requested resource ${context.req.path} was not found`);

const newNumber = (phoneNumber: string, sms: boolean, createdAt: number): PhoneNumber => {
  const friendlyName = phoneNumber.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-');
  return { sid: newSid('PN'), phoneNumber, friendlyName, sms, createdAt, sender: null };
};

export function newAccount(friendlyName: string, opened: string, numbers: { sms: string[]; voiceOnly: string[] }) {
  const createdAt = Date.parse(opened);
  const owned = [
    ...numbers.sms.map((number) => newNumber(number, true, createdAt)),
    ...numbers.voiceOnly.map((number) => newNumber(number, false, createdAt)),
  ];
  return {
    sid: newSid('AC'),
    friendlyName,
    createdAt,
    numbers: new Map(owned.map((number) => [number.sid, number])),
    messages: new Map<string, Message>(),
    services: new Map<string, Service>(),
    charges: [] as Charge[],
  };
}

export const sendersOf = (account: Account, { sid }: Service) =>
  [...account.numbers.values()]
    .filter(({ sender }) => sender?.serviceSid === sid)
    .toSorted((a, b) => (a.sender?.addedAt ?? 0) - (b.sender?.addedAt ?? 0));

/** Numbers that the service may send from to this recipient: nobody writes to himself. */
export const poolOf = (account: Account, service: Service, to: string) =>
  sendersOf(account, service)
    .map(({ phoneNumber }) => phoneNumber)
    .filter((number) => number !== to);

function nextSender(account: Account, service: Service, to: string): string | null {
  const pool = poolOf(account, service, to);
  const before = [...account.messages.values()].findLast(
    (one) => one.serviceSid === service.sid && one.to === to && pool.includes(one.from ?? ''),
  );
  if (service.sticky_sender && before) return before.from;
  service.turn += 1;
  return pool[(service.turn - 1) % pool.length] ?? null;
}

export function dispatch(account: Account, message: Message): void {
  const service = account.services.get(message.serviceSid ?? '');
  if (message.from === null && service) message.from = nextSender(account, service, message.to);
  message.dispatched = true;
  if (message.from === null) return;
  const price = message.segments * PRICE_OF_SEGMENT;
  account.charges.push({ category: 'sms-outbound', at: message.dueAt, usage: message.segments, price });
}

/** Scheduled messages whose time has come go out. */
export function dispatchDue(account: Account): void {
  for (const message of account.messages.values())
    if (!message.dispatched && !message.canceled && message.dueAt <= Date.now()) dispatch(account, message);
}

export function segmentsOf(body: string): number {
  const [alone, joined] = /^[\n\r -~]*$/.test(body) ? [160, 153] : [70, 67];
  return body.length <= alone ? 1 : Math.ceil(body.length / joined);
}

export function statusOf(message: Message, at: number) {
  if (message.canceled) return 'canceled';
  if (!message.dispatched) return 'scheduled';
  if (message.from === null) return 'failed';
  const age = at - message.dueAt;
  if (age < SENT_AFTER) return message.serviceSid === null ? 'queued' : 'accepted';
  if (age < DELIVERED_AFTER) return 'sent';
  return message.to === UNREACHABLE ? 'undelivered' : 'delivered';
}

export const isScheduled = (message: Message) => statusOf(message, Date.now()) === 'scheduled';

export const isFinal = (message: Message) => FINAL.has(statusOf(message, Date.now()));

export function lastChange({ dispatched, dueAt, updatedAt }: Message, at: number): number {
  const steps = dispatched ? [0, SENT_AFTER, DELIVERED_AFTER].map((after) => dueAt + after) : [];
  return Math.max(updatedAt, ...steps.filter((step) => step <= at));
}

/** When the carrier took it; null as long as it did not. */
export const sentAt = ({ dispatched, from, dueAt }: Message, at = Date.now()) =>
  dispatched && from !== null && at - dueAt >= SENT_AFTER ? dueAt + SENT_AFTER : null;

/** Senders go free, what is still to be sent is not sent; messages that went out stay. */
export function removeService(account: Account, { sid }: Service): void {
  account.services.delete(sid);
  for (const number of account.numbers.values()) if (number.sender?.serviceSid === sid) number.sender = null;
  for (const message of account.messages.values())
    if (message.serviceSid === sid && isScheduled(message))
      Object.assign(message, { canceled: true, updatedAt: Date.now() });
}

/** The verifications of a service that still wait for their code. */
export function pendingOf({ pending }: Service): Map<string, Verification> {
  for (const [to, { createdAt }] of pending) if (Date.now() - createdAt >= VERIFICATION_LIVES) pending.delete(to);
  return pending;
}

export const randomCode = (digits: number) => String(randomInt(10 ** digits)).padStart(digits, '0');

export function approve(account: Account, service: Service, { to }: Verification): void {
  service.pending.delete(to);
  account.charges.push({ category: 'verifications', at: Date.now(), usage: 1, price: PRICE_OF_VERIFICATION });
}
