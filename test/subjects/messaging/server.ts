import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { hastyClock } from '../hasty-clock.ts';
import { referenceServer } from '../reference-server.ts';
import * as model from './model.ts';
import { isFinal, isScheduled, missing, newSid, refuse, ROOT, sentAt } from './model.ts';
import type { Account, Form, Message, Service, Verification } from './model.ts';
import { formOf, matching, moment, oneOf, paged, phone, text, urlOrNull, valueOf, whole } from './params.ts';
import { queried, queriedDay, queriedOption, queriedPhone } from './params.ts';
import * as views from './views.ts';
import { CATEGORIES, dayOf, shownMessage, shownService, shownVerification } from './views.ts';

type AccountOf = (context: Context) => Account;

const OWN = `${ROOT}/:account`;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_CODES = 5;
const NORTHWIND = { username: 'SK4d0e6b1f97a24c8fb3a5d21e60c79f18', password: 'nw-3RkYp8sVxQ2mTz6H' };
const LUMEN = { username: 'SKa19c5e7720fb4b6d8e3c04f15d92ab67', password: 'lu-Wb5nJd9eCf1gLs7K' };

const basic = ({ username, password }: typeof LUMEN) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const messageOf = (account: Account, context: Context): Message =>
  account.messages.get(context.req.param('sid') ?? '') ?? missing(context);

const serviceOf = (account: Account, context: Context): Service =>
  account.services.get(context.req.param('service') ?? '') ?? missing(context);

/** When the message is to go out. */
function dueAt(form: Form, service: Service | undefined): number {
  const [type, sendAt] = [valueOf(form, 'ScheduleType'), valueOf(form, 'SendAt')];
  if (type === undefined && sendAt === undefined) return Date.now();
  if (type === undefined) refuse(400, 35110, 'ScheduleType is required with SendAt.');
  oneOf(form, 'ScheduleType', ['fixed']);
  if (sendAt === undefined) refuse(400, 35111, 'SendAt is required with ScheduleType.');
  if (!service) refuse(400, 35118, 'MessagingServiceSid is required to schedule a message.');
  const ahead = moment(form, 'SendAt') - Date.now();
  if (ahead < 5 * MINUTE || ahead > 35 * DAY) refuse(400, 35114, 'SendAt must be 5 minutes to 35 days ahead.');
  return Date.now() + ahead;
}

/** The sender that was asked for; null where the service is to choose. */
function chosenSender(account: Account, form: Form, to: string, service?: Service): string | null {
  if (valueOf(form, 'From') === undefined) {
    if (!service) refuse(400, 21603, "A 'From' phone number or a MessagingServiceSid is required.");
    if (model.poolOf(account, service, to).length > 0) return null;
    refuse(400, 21703, 'The Messaging Service has no phone number to send from.');
  }
  const from = phone(form, 'From', { missing: 21603, wrong: 21212 });
  if (from === to) refuse(400, 21266, "'To' and 'From' cannot be the same.");
  const number = [...account.numbers.values()].find(({ phoneNumber }) => phoneNumber === from);
  if (!number?.sms) refuse(400, 21606, `The 'From' number ${from} is not an SMS-capable number of your account.`);
  if (service && number.sender?.serviceSid !== service.sid)
    refuse(400, 21606, `The 'From' number ${from} is not a sender of the Messaging Service.`);
  return from;
}

function newMessage(account: Account, form: Form): Message {
  const to = phone(form, 'To', { missing: 21604, wrong: 21211 });
  const serviceSid = valueOf(form, 'MessagingServiceSid') ?? null;
  const service = account.services.get(serviceSid ?? '');
  if (serviceSid !== null && !service) refuse(400, 21701, `The Messaging Service ${serviceSid} does not exist.`);
  const from = chosenSender(account, form, to, service);
  const body = valueOf(form, 'Body') ?? refuse(400, 21602, 'A message body is required.');
  if ([...body].length > 1600) refuse(400, 21617, 'The message body exceeds the 1600 character limit.');
  const due = dueAt(form, service);
  const [segments, at] = [model.segmentsOf(body), Date.now()];
  const state = { createdAt: at, updatedAt: at, dueAt: due, dispatched: false, canceled: false };
  return { sid: newSid('SM'), serviceSid, to, from, body, segments, ...state };
}

function updateMessage(message: Message, form: Form): void {
  const isCancel = form.Status !== undefined && oneOf(form, 'Status', ['canceled']) !== '';
  if (!isCancel && form.Body === undefined) refuse(400, 20001, 'Send Body or Status.');
  if ((form.Body ?? '') !== '') refuse(400, 20001, 'Body can only be emptied.');
  if (isCancel && !isScheduled(message)) refuse(409, 30409, 'Only a scheduled message can be canceled.');
  if (!isCancel && !isFinal(message)) refuse(409, 20009, 'The message cannot be redacted before it is complete.');
  Object.assign(message, {
    ...(isCancel && { canceled: true }),
    ...(form.Body !== undefined && { body: '' }),
    updatedAt: Date.now(),
  });
}

function addMessages(app: Hono, accountOf: AccountOf): void {
  app.get(`${OWN}/Messages`, (context) => {
    const account = accountOf(context);
    const [to, from] = [queriedPhone(context, 'To'), queriedPhone(context, 'From')];
    const [on, after, before] = ['', '>', '<'].map((sign) => queriedDay(context, `DateSent${sign}`));
    const isSentThen = (message: Message) => {
      if ((on ?? after ?? before) === undefined) return true;
      const at = sentAt(message);
      const day = at === null ? undefined : dayOf(at);
      return day !== undefined && day === (on ?? day) && day >= (after ?? day) && day <= (before ?? day);
    };
    const found = [...account.messages.values()]
      .filter((one) => (to ?? one.to) === one.to && (from ?? one.from) === one.from && isSentThen(one))
      .map((one) => shownMessage(account, one))
      .toReversed();
    return paged(context, 'messages', found);
  });
  app.post(`${OWN}/Messages`, async (context) => {
    const account = accountOf(context);
    const made = newMessage(account, await formOf(context));
    if (made.dueAt <= Date.now()) model.dispatch(account, made);
    account.messages.set(made.sid, made);
    return context.json(shownMessage(account, made), 201);
  });
  app.get(`${OWN}/Messages/:sid`, (context) => {
    const account = accountOf(context);
    return context.json(shownMessage(account, messageOf(account, context)));
  });
  app.post(`${OWN}/Messages/:sid`, async (context) => {
    const account = accountOf(context);
    const message = messageOf(account, context);
    updateMessage(message, await formOf(context));
    return context.json(shownMessage(account, message));
  });
  app.delete(`${OWN}/Messages/:sid`, (context) => {
    const account = accountOf(context);
    const message = messageOf(account, context);
    if (!isFinal(message)) refuse(409, 20009, 'The message cannot be deleted before it is complete.');
    account.messages.delete(message.sid);
    return context.body(null, 204);
  });
}

const serviceChanges = (form: Form) => ({
  ...(form.FriendlyName !== undefined && { friendly_name: text(form, 'FriendlyName', 64) }),
  ...(form.InboundRequestUrl !== undefined && { inbound_request_url: urlOrNull(form, 'InboundRequestUrl') }),
  ...(form.StickySender !== undefined && { sticky_sender: oneOf(form, 'StickySender', ['true', 'false']) === 'true' }),
  ...(form.ValidityPeriod !== undefined && {
    validity_period: whole(form.ValidityPeriod, 'ValidityPeriod', 1, 14_400),
  }),
  ...(form.CodeLength !== undefined && { code_length: whole(form.CodeLength, 'CodeLength', 4, 10) }),
});

function addServices(app: Hono, accountOf: AccountOf): void {
  app.get(`${OWN}/Services`, (context) => {
    const account = accountOf(context);
    const found = [...account.services.values()].map((one) => shownService(account, one)).toReversed();
    return paged(context, 'services', found);
  });
  app.post(`${OWN}/Services`, async (context) => {
    const account = accountOf(context);
    const form = await formOf(context);
    const at = Date.now();
    const made: Service = {
      sid: newSid('MG'),
      friendly_name: text(form, 'FriendlyName', 64),
      inbound_request_url: null,
      sticky_sender: true,
      validity_period: 14_400,
      code_length: 6,
      ...serviceChanges(form),
      createdAt: at,
      updatedAt: at,
      turn: 0,
      pending: new Map(),
    };
    account.services.set(made.sid, made);
    return context.json(shownService(account, made), 201);
  });
  app.get(`${OWN}/Services/:service`, (context) => {
    const account = accountOf(context);
    return context.json(shownService(account, serviceOf(account, context)));
  });
  app.post(`${OWN}/Services/:service`, async (context) => {
    const account = accountOf(context);
    const service = serviceOf(account, context);
    Object.assign(service, serviceChanges(await formOf(context)), { updatedAt: Date.now() });
    return context.json(shownService(account, service));
  });
  app.delete(`${OWN}/Services/:service`, (context) => {
    const account = accountOf(context);
    model.removeService(account, serviceOf(account, context));
    return context.body(null, 204);
  });
}

function addSenders(app: Hono, accountOf: AccountOf): void {
  app.get(`${OWN}/Services/:service/PhoneNumbers`, (context) => {
    const account = accountOf(context);
    const found = model.sendersOf(account, serviceOf(account, context)).map((one) => views.shownSender(account, one));
    return paged(context, 'phone_numbers', found);
  });
  app.post(`${OWN}/Services/:service/PhoneNumbers`, async (context) => {
    const account = accountOf(context);
    const { sid } = serviceOf(account, context);
    const wanted = text(await formOf(context), 'PhoneNumberSid', 34);
    const number = account.numbers.get(wanted) ?? refuse(400, 21706, `The phone number ${wanted} does not exist.`);
    if (!number.sms) refuse(400, 21715, `The phone number ${number.phoneNumber} cannot send SMS.`);
    if (number.sender?.serviceSid === sid) refuse(409, 21710, 'The phone number is already in the Messaging Service.');
    if (number.sender) refuse(409, 21712, 'The phone number is in another Messaging Service.');
    number.sender = { serviceSid: sid, addedAt: Date.now() };
    return context.json(views.shownSender(account, number), 201);
  });
  app.delete(`${OWN}/Services/:service/PhoneNumbers/:sid`, (context) => {
    const account = accountOf(context);
    const { sid } = serviceOf(account, context);
    const number = account.numbers.get(context.req.param('sid'));
    if (number?.sender?.serviceSid !== sid) return missing(context);
    number.sender = null;
    return context.body(null, 204);
  });
}

function startVerification(service: Service, form: Form): Verification {
  const to = phone(form, 'To');
  const channel = oneOf(form, 'Channel', ['sms', 'call']);
  const given = valueOf(form, 'CustomCode') === undefined ? undefined : matching(form, 'CustomCode', /^[0-9]{4,10}$/);
  const at = Date.now();
  const before = model.pendingOf(service).get(to);
  if (before && before.attempts.length >= MOST_CODES) refuse(429, 60203, 'Max send attempts reached.');
  const started = before ?? { sid: newSid('VE'), to, attempts: [], wrongChecks: 0, createdAt: at };
  const attempts = [...started.attempts, { attempt_sid: newSid('VL'), channel, time: new Date(at).toISOString() }];
  const code = given ?? before?.code ?? model.randomCode(service.code_length);
  const verification = { ...started, channel, code, attempts, updatedAt: at };
  service.pending.set(to, verification);
  return verification;
}

function checkVerification(account: Account, service: Service, form: Form, context: Context) {
  const code = matching(form, 'Code', /^[0-9]{4,10}$/);
  const sid = valueOf(form, 'VerificationSid');
  const pending = model.pendingOf(service);
  const verification =
    sid === undefined ? pending.get(phone(form, 'To')) : [...pending.values()].find((one) => one.sid === sid);
  if (!verification) return missing(context);
  if (verification.wrongChecks >= MOST_CODES) refuse(429, 60202, 'Max check attempts reached.');
  const isRight = verification.code === code;
  verification.updatedAt = Date.now();
  if (isRight) model.approve(account, service, verification);
  else verification.wrongChecks += 1;
  return shownVerification(account, service, verification, isRight ? 'approved' : 'pending');
}

function addVerifications(app: Hono, accountOf: AccountOf): void {
  app.post(`${OWN}/Services/:service/Verifications`, async (context) => {
    const account = accountOf(context);
    const service = serviceOf(account, context);
    const made = startVerification(service, await formOf(context));
    return context.json({ ...shownVerification(account, service, made), send_code_attempts: made.attempts }, 201);
  });
  app.post(`${OWN}/Services/:service/VerificationCheck`, async (context) => {
    const account = accountOf(context);
    const service = serviceOf(account, context);
    return context.json(checkVerification(account, service, await formOf(context), context), 201);
  });
}

function addAccount(app: Hono, accountOf: AccountOf, caller: AccountOf): void {
  app.get(ROOT, (context) => {
    const account = caller(context);
    const name = queried(context, 'FriendlyName') ?? account.friendlyName;
    return paged(context, 'accounts', name === account.friendlyName ? [views.shownAccount(account)] : []);
  });
  app.get(`${OWN}/IncomingPhoneNumbers`, (context) => {
    const account = accountOf(context);
    const part = queriedPhone(context, 'PhoneNumber') ?? '';
    const found = [...account.numbers.values()].filter(({ phoneNumber }) => phoneNumber.includes(part));
    return paged(
      context,
      'incoming_phone_numbers',
      found.map((one) => views.shownNumber(account, one)),
    );
  });
  app.get(`${OWN}/Usage/Records`, (context) => {
    const account = accountOf(context);
    const category = queriedOption(context, 'Category', [...CATEGORIES.keys()]);
    const start = queriedDay(context, 'StartDate') ?? dayOf(account.createdAt);
    const end = queriedDay(context, 'EndDate') ?? dayOf(Date.now());
    if (start > end) refuse(400, 20001, 'StartDate must not be after EndDate.');
    const found = category === undefined ? [...CATEGORIES.keys()] : [category];
    return paged(
      context,
      'usage_records',
      found.map((one) => views.usageOf(account, one, start, end)),
    );
  });
}

const errorForm = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.courier.example/docs/errors/${code}`,
  status,
});

function answerErrors(app: Hono): void {
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return context.json(errorForm(500, 20500, 'Internal Server Error'), 500);
    if (error.status === 401) context.header('www-authenticate', 'Basic realm="Courier API"');
    return context.json(errorForm(error.status, Number(error.cause), error.message), error.status);
  });
  app.notFound(missing);
}

/** What has an address but does not take the method. */
function refuseOtherMethods(app: Hono): void {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  for (const [path, same] of Map.groupBy(routes, (route) => route.path)) {
    const allow = same.map(({ method }) => method).join(', ');
    app.all(path, (context) => context.json(errorForm(405, 20004, 'Method not allowed'), 405, { allow }));
  }
}

function create(): Hono {
  const accounts = new Map([
    [
      basic(NORTHWIND),
      model.newAccount('Northwind Parcels', '2024-02-19T09:12:44Z', {
        sms: ['+14155550142', '+14155550143', '+12065550178'],
        voiceOnly: ['+14155550100'],
      }),
    ],
    [basic(LUMEN), model.newAccount('Lumen Clinics', '2024-06-03T15:40:08Z', { sms: ['+16465550119'], voiceOnly: [] })],
  ]);
  const caller = (context: Context) =>
    accounts.get((context.req.header('authorization') ?? '').replace(/^basic /i, 'Basic ')) ??
    refuse(401, 20003, 'Authenticate');
  const accountOf = (context: Context) => {
    const account = caller(context);
    return context.req.param('account') === account.sid ? account : missing(context);
  };
  const app = new Hono();
  answerErrors(app);
  app.use(async (context, next) => {
    model.dispatchDue(caller(context));
    await next();
  });
  addAccount(app, accountOf, caller);
  for (const add of [addMessages, addServices, addSenders, addVerifications]) add(app, accountOf);
  refuseOtherMethods(app);
  return app;
}

export const messaging = referenceServer(import.meta.dirname, {
  name: 'messaging',
  style: 'accounts in the path, form bodies and snake_case answers, updates by POST, states that pass with time, SIDs',
  document: 'openapi.yaml',
  personas: [
    { name: 'Northwind', description: 'Owns an account: can do everything in it.', authType: 'BASIC' },
    { name: 'Lumen', description: 'Another account; has no access to anything of Northwind.', authType: 'BASIC' },
    { name: 'Anonymous', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  envProvidedParams: ['AccountSid'],
  env: { AUTH_NORTHWIND: JSON.stringify(NORTHWIND), AUTH_LUMEN: JSON.stringify(LUMEN) },
  identities: { owner: { authorization: basic(NORTHWIND) }, outsider: { authorization: basic(LUMEN) } },
  // An account's own SID is made with the server, and told by its list.
  whenOpen: async (url) => {
    const answer = await fetch(`${url}/2010-04-01/Accounts`, { headers: { authorization: basic(NORTHWIND) } });
    const { accounts } = (await answer.json()) as { accounts: { sid: string }[] };
    return { env: { APITEST_PARAM_ACCOUNT_SID: accounts[0]?.sid ?? '' } };
  },
  clock: hastyClock(300),
  create,
});
