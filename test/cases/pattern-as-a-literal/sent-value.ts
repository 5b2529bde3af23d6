import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const CODE = /^[A-Z]{2}-[0-9]{3}$/;

/** The value that is sent must match what is meant as well. */
export default {
  spec: things({ sent: { code: { type: 'string', pattern: String(CODE) } } }),
  server: (fault) =>
    crud({ show: altered(fault), take: (body) => (CODE.test(String(body['code'] ?? 'AA-000')) ? body : 'code') }),
} satisfies Case;
