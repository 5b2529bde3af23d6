import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const MAIL = /^[a-z]+@[a-z]+\.test$/;

/** Escapes of marks that have no meaning of their own. */
export default {
  spec: things({ sent: { contact: { type: 'string', pattern: '^[a-z]+\\@[a-z]+\\.test$' } } }),
  server: (fault) =>
    crud({
      show: altered(fault),
      take: (body) => (MAIL.test(String(body['contact'] ?? 'a@b.test')) ? body : 'contact'),
    }),
} satisfies Case;
