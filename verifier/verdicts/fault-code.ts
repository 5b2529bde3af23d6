import type { ReasonCode } from '../result/verdict.ts';

const F100 = 'F100: HTTP status 500';
const F101 = 'F101: answer does not match its schema';
const F103 = 'F103: resource still accessible after being deleted';
const F206 = 'F206: allowed what should have been protected';
const F207 = 'F207: protected resource accessible without authentication';

const CODES: Partial<Record<ReasonCode, string>> = {
  SERVER_ERROR: F100,
  EMPTY_BODY: F101,
  MALFORMED_BODY: F101,
  WRONG_MEDIA_TYPE: F101,
  SCHEMA: F101,
  FIELD_MISSING: F101,
  NOT_DELETED: F103,
  AUTHZ_FUNCTION: F206,
  AUTHZ_OBJECT: F206,
  AUTHN_MISSING: F207,
};

/**
 * The fault's code and name in the catalogue of Web Fuzzing Commons (July 2026). Undefined if it has none. Planner and
 * verifier §6.
 */
export function faultCodeOf(reasonCode: ReasonCode): string | undefined {
  return CODES[reasonCode];
}
