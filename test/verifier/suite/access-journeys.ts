import { json } from '#test/things-api.ts';
import { AUTH, CONTRACT, SETUP } from '#test/verdict-case.ts';
import {
  isRead,
  isCreate,
  isUpdate,
  byGuest,
  answer,
  status,
  firstTimes,
  createRead,
  refusal,
  notFound,
  fromOutside,
  asPersona,
} from './verdict-parts.ts';
import type { VerdictJourney } from './verdict-journeys.ts';

/** What keeps a run from judging the API: rows 1 to 8 of the verdict table, and the refusals that negative steps ask for. */
export const accessJourneys: VerdictJourney[] = [
  { name: 'nothing', plan: createRead() },
  {
    name: 'a parameter is not set',
    plan: fromOutside('APITEST_PARAM_UNSET'),
    verdict: SETUP,
    reasonCode: 'PARAMETER_NOT_SET',
  },
  { name: 'a credential is not set', plan: asPersona('nobody'), verdict: AUTH, reasonCode: 'CREDENTIAL_UNAVAILABLE' },
  { name: 'connections break', plan: createRead(), socket: 'RESET', verdict: SETUP, reasonCode: 'CONNECTION_BROKEN' },
  { name: 'no answer comes', plan: createRead(), socket: 'SILENCE', verdict: SETUP, reasonCode: 'TIMEOUT' },
  {
    name: 'the server stays busy',
    plan: createRead(),
    fault: answer(isRead, json(503, {}, { 'retry-after': '0' })),
    verdict: SETUP,
    reasonCode: 'TARGET_BUSY',
  },
  {
    name: 'the server is busy once',
    plan: createRead(),
    fault: firstTimes(isRead, 1, json(429, {}, { 'retry-after': '0' })),
  },
  {
    name: 'a credential is refused',
    plan: asPersona('guest'),
    fault: status(isCreate, 401),
    verdict: AUTH,
    reasonCode: 'CREDENTIAL_REJECTED',
  },
  {
    name: 'a token has expired',
    plan: asPersona('expired'),
    fault: status(isCreate, 401),
    verdict: AUTH,
    reasonCode: 'TOKEN_EXPIRED',
  },
  {
    name: 'an identity is wanted and none is planned',
    plan: asPersona(null),
    verdict: AUTH,
    reasonCode: 'NO_IDENTITY',
  },
  {
    name: 'the persona may not do it',
    plan: asPersona('admin'),
    fault: status(isCreate, 403),
    verdict: AUTH,
    reasonCode: 'PERSONA_FORBIDDEN',
  },
  {
    name: 'a redirect leads to another origin',
    plan: createRead(),
    fault: answer(isRead, json(302, {}, { location: 'http://elsewhere.invalid/' })),
    verdict: SETUP,
    reasonCode: 'UNEXPECTED_REDIRECT',
  },
  {
    name: 'a missing id is answered with 403',
    plan: notFound(),
    fault: status(isRead, 403),
    verdict: AUTH,
    reasonCode: 'EXISTENCE_HIDDEN',
  },
  {
    name: 'a missing id is answered with an item',
    plan: notFound(),
    fault: status(isRead, 200, { id: 987654 }),
    verdict: CONTRACT,
    reasonCode: 'MISSING_ITEM_ANSWERED',
  },
  { name: 'a missing id is missing', plan: notFound() },
  {
    name: 'nobody is let in',
    plan: refusal('unauthenticated', null),
    fault: status((r) => isRead(r) && !r.headers['authorization'], 200, { id: 1 }),
    verdict: CONTRACT,
    reasonCode: 'AUTHN_MISSING',
  },
  { name: 'nobody is refused', plan: refusal('unauthenticated', null) },
  {
    name: 'who may not is let in',
    plan: refusal('forbidden', 'guest'),
    fault: status((r) => isRead(r) && byGuest(r), 200, { id: 1 }),
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_FUNCTION',
  },
  {
    name: 'another one is let in',
    plan: refusal('cross-persona', 'guest'),
    fault: status((r) => isRead(r) && byGuest(r), 200, { id: 1 }),
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_OBJECT',
  },
  {
    name: 'another one is refused and changes it all the same',
    plan: refusal('cross-persona', 'guest', 'PUT'),
    fault:
      () =>
      (r, _next, { things }) => {
        if (!isUpdate(r) || !byGuest(r)) return undefined;
        for (const thing of things.values()) thing.size = 9;
        return json(403, {});
      },
    verdict: CONTRACT,
    reasonCode: 'AUTHZ_OBJECT',
  },
  { name: 'another one is refused', plan: refusal('cross-persona', 'guest', 'PUT') },
];
