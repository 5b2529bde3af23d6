import { expect, test } from 'vitest';
import { faultCodeOf } from '#verifier/verdicts/fault-code.ts';

test.each([
  ['SERVER_ERROR', 'F100: HTTP status 500'],
  ['EMPTY_BODY', 'F101: answer does not match its schema'],
  ['MALFORMED_BODY', 'F101: answer does not match its schema'],
  ['WRONG_MEDIA_TYPE', 'F101: answer does not match its schema'],
  ['SCHEMA', 'F101: answer does not match its schema'],
  ['FIELD_MISSING', 'F101: answer does not match its schema'],
  ['NOT_DELETED', 'F103: resource still accessible after being deleted'],
  ['AUTHZ_FUNCTION', 'F206: allowed what should have been protected'],
  ['AUTHZ_OBJECT', 'F206: allowed what should have been protected'],
  ['AUTHN_MISSING', 'F207: protected resource accessible without authentication'],
  ['VALUE_NOT_STORED', undefined],
] as const)('%s is %s in the catalogue of Web Fuzzing Commons', (reasonCode, code) => {
  expect(faultCodeOf(reasonCode)).toBe(code);
});
