import type { Case } from '../support/case.ts';
import { crud, text, things } from '../support/things.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The base requires the password, and only the part beside it says that it is never shown. */
export default {
  spec: things({
    shown: {
      account: { allOf: [ref('Login'), { properties: { password: { type: 'string', writeOnly: true } } }] },
    },
    schemas: {
      Login: { type: 'object', required: ['name', 'password'], properties: { name: text, password: text } },
    },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, account: fault ? {} : { name: 'someone' } }) }),
} satisfies Case;
