import { lastChange, PRICE_OF_SEGMENT, ROOT, sentAt, statusOf } from './model.ts';
import type { Account, Message, PhoneNumber, Service, Verification } from './model.ts';

export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const rfc2822 = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000');

export const shownAccount = ({ sid, friendlyName, createdAt }: Account) => {
  const uri = `${ROOT}/${sid}`;
  return {
    sid,
    friendly_name: friendlyName,
    status: 'active',
    type: 'Full',
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(createdAt),
    subresource_uris: {
      incoming_phone_numbers: `${uri}/IncomingPhoneNumbers`,
      messages: `${uri}/Messages`,
      services: `${uri}/Services`,
      usage: `${uri}/Usage/Records`,
    },
  };
};

export const shownNumber = (account: Account, { sid, phoneNumber, friendlyName, sms, createdAt }: PhoneNumber) => ({
  sid,
  account_sid: account.sid,
  phone_number: phoneNumber,
  friendly_name: friendlyName,
  capabilities: { voice: true, sms },
  date_created: rfc2822(createdAt),
});

export const shownSender = (account: Account, { sid, phoneNumber, sender }: PhoneNumber) => ({
  sid,
  account_sid: account.sid,
  service_sid: sender?.serviceSid,
  phone_number: phoneNumber,
  country_code: 'US',
  date_created: rfc2822(sender?.addedAt ?? 0),
});

export const shownVerification = (
  account: Account,
  service: Service,
  verification: Verification,
  status = 'pending',
) => ({
  sid: verification.sid,
  account_sid: account.sid,
  service_sid: service.sid,
  to: verification.to,
  channel: verification.channel,
  status,
  valid: status === 'approved',
  date_created: rfc2822(verification.createdAt),
  date_updated: rfc2822(verification.updatedAt),
});

const errorOf = (status: string) => {
  if (status === 'undelivered') return { error_code: 30003, error_message: 'Unreachable destination handset' };
  if (status === 'failed') return { error_code: 21703, error_message: 'The Messaging Service has no sender' };
  return { error_code: null, error_message: null };
};

export function shownMessage(account: Account, message: Message) {
  const at = Date.now();
  const sent = sentAt(message, at);
  const status = statusOf(message, at);
  return {
    sid: message.sid,
    account_sid: account.sid,
    messaging_service_sid: message.serviceSid,
    to: message.to,
    from: message.from,
    body: message.body,
    status,
    direction: 'outbound-api',
    num_segments: String(message.segments),
    price: sent === null ? null : (-message.segments * PRICE_OF_SEGMENT).toFixed(5),
    price_unit: 'USD',
    ...errorOf(status),
    date_created: rfc2822(message.createdAt),
    date_updated: rfc2822(lastChange(message, at)),
    date_sent: sent === null ? null : rfc2822(sent),
    api_version: '2010-04-01',
    uri: `${ROOT}/${account.sid}/Messages/${message.sid}`,
  };
}

export function shownService(account: Account, service: Service) {
  const { createdAt, updatedAt, turn: _turn, pending: _pending, ...shown } = service;
  const uri = `${ROOT}/${account.sid}/Services/${service.sid}`;
  const dates = { date_created: rfc2822(createdAt), date_updated: rfc2822(updatedAt) };
  return {
    ...shown,
    account_sid: account.sid,
    ...dates,
    uri,
    subresource_uris: { phone_numbers: `${uri}/PhoneNumbers` },
  };
}

export const CATEGORIES = new Map([
  ['sms-outbound', { description: 'Outbound SMS', count_unit: 'messages', usage_unit: 'segments' }],
  [
    'verifications',
    { description: 'Approved verifications', count_unit: 'verifications', usage_unit: 'verifications' },
  ],
  ['totalprice', { description: 'Total price', count_unit: 'usd', usage_unit: 'usd' }],
]);

/** What the account used of a category between two days, both included. */
export function usageOf(account: Account, category: string, start: string, end: string) {
  const isTotal = category === 'totalprice';
  const within = account.charges.filter(
    (one) => (isTotal || one.category === category) && dayOf(one.at) >= start && dayOf(one.at) <= end,
  );
  const sum = (field: 'usage' | 'price') => within.reduce((total, one) => total + one[field], 0);
  const price = Number(sum('price').toFixed(5));
  return {
    account_sid: account.sid,
    category,
    ...CATEGORIES.get(category),
    start_date: start,
    end_date: end,
    count: String(isTotal ? price : within.length),
    usage: String(isTotal ? price : sum('usage')),
    price,
    price_unit: 'usd',
    api_version: '2010-04-01',
    uri: `${ROOT}/${account.sid}/Usage/Records?Category=${category}&StartDate=${start}&EndDate=${end}`,
  };
}
