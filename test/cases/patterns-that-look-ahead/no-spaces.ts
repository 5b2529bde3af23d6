import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const RULE = /^(?!.*\s)(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{6,12}$/;

/** Letters and digits only, one of each kind, between six and twelve. */
export default {
  spec: things({ sent: { code: { type: 'string', pattern: RULE.source } } }),
  server: (fault) =>
    crud({ show: altered(fault), take: (body) => (RULE.test(String(body['code'] ?? 'Abcdef1')) ? body : 'code') }),
} satisfies Case;
