import type { Label } from '../proxy/fault-proxy.ts';

/** The verdicts that name a fault rightly, by what is wrong. Planner and verifier §6.1. */
export const ROUTE: Label[] = [
  { verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCodes: ['ROUTE_NOT_SERVED', 'METHOD_NOT_SERVED'] },
];
export const SHAPE: Label[] = [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['SCHEMA', 'FIELD_MISSING'] }];
export const STATE: Label[] = [
  {
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCodes: [
      'ITEM_LOST',
      'VALUE_LOST',
      'VALUE_ALTERED',
      'VALUE_NOT_STORED',
      'UNCHANGED',
      'NOT_IN_LIST',
      'NOT_DELETED',
    ],
  },
];
/** For lists that show other items than requested, although the items themselves are stored. */
export const UNASKED: Label[] = [
  {
    verdict: 'FAIL_DECISIVE_CONTRACT',
    reasonCodes: [
      'NOT_FILTERED',
      'ITEM_REPEATED',
      'PAGE_SIZE_IGNORED',
      'PAGE_REPEATED',
      'PAGE_MISSTATED',
      'TOTAL_MISSTATED',
      'NOT_SORTED',
    ],
  },
];
export const WRONG_STATUS: Label[] = [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['UNEXPECTED_STATUS'] }];
export const CRASH: Label[] = [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['SERVER_ERROR'] }];
export const NO_AUTHENTICATION: Label[] = [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['AUTHN_MISSING'] }];
export const NO_AUTHORIZATION: Label[] = [
  { verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['AUTHZ_FUNCTION', 'AUTHZ_OBJECT'] },
];
export const UNKNOWN_ANSWERED: Label[] = [
  { verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['MISSING_ITEM_ANSWERED'] },
];
