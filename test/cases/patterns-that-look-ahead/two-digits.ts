import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const RULE = /^(?=(?:.*\d){2})(?=.*[!#@])(?=.{10,}).+$/;

/** Two digits, a mark, and a length that only a look-ahead asks for. */
export default {
  spec: things({ sent: { code: { type: 'string', pattern: RULE.source, minLength: 10 } } }),
  server: (fault) =>
    crud({ show: altered(fault), take: (body) => (RULE.test(String(body['code'] ?? '0123456789#')) ? body : 'code') }),
} satisfies Case;
