import type { VerdictRow } from './verdict-row.ts';
import { failedBy, answered, asksForItem, redirectedElsewhere } from '../row-conditions.ts';

/** Rows about the request itself: it was not sent, got no usable response, or was refused for its credentials. */
export const REQUEST_ROWS: readonly VerdictRow[] = [
  {
    id: 'row/parameter-not-set',
    row: 1,
    when: ({ facts }) => facts.missingInput !== undefined,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'PARAMETER_NOT_SET',
  },
  {
    id: 'row/credential-unavailable',
    row: 2,
    when: ({ facts }) => facts.credentialProblem !== undefined,
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'CREDENTIAL_UNAVAILABLE',
  },
  {
    id: 'row/unreachable',
    row: 3,
    when: failedBy('UNRESOLVED', 'REFUSED'),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'TARGET_UNREACHABLE',
  },
  {
    id: 'row/tls-untrusted',
    row: 3,
    when: failedBy('TLS_UNTRUSTED'),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'TLS_UNTRUSTED',
  },
  {
    id: 'row/timeout',
    row: 3,
    when: failedBy('TIMEOUT', 'BUDGET_SPENT', 'STOPPED'),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'TIMEOUT',
  },
  {
    id: 'row/connection-broken',
    row: 3,
    when: ({ facts }) => facts.failure !== undefined,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'CONNECTION_BROKEN',
  },
  {
    id: 'row/busy',
    row: 4,
    when: answered(429, 502, 503, 504, 408, 425),
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'TARGET_BUSY',
  },
  {
    id: 'row/token-expired',
    row: 5,
    when: (s) => s.status === 401 && s.facts.identitySent && asksForItem(s) && s.facts.tokenExpired === true,
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'TOKEN_EXPIRED',
  },
  {
    id: 'row/credential-rejected',
    row: 5,
    when: (s) => s.status === 401 && s.facts.identitySent && asksForItem(s),
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'CREDENTIAL_REJECTED',
  },
  {
    id: 'row/no-identity',
    row: 6,
    when: (s) => s.status === 401 && asksForItem(s),
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'NO_IDENTITY',
  },
  {
    id: 'row/persona-forbidden',
    row: 7,
    when: (s) => s.status === 403 && asksForItem(s),
    verdict: 'INCONCLUSIVE_AUTH_REQUIRED',
    reasonCode: 'PERSONA_FORBIDDEN',
  },
  {
    id: 'row/redirected',
    row: 8,
    when: redirectedElsewhere,
    verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
    reasonCode: 'UNEXPECTED_REDIRECT',
  },
];
