import type { Case } from '../support/case.ts';
import { crud, text, things } from '../support/things.ts';

const closed = (properties: object, ...bases: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(bases.length > 0 ? { allOf: bases.map((name) => ({ $ref: `#/components/schemas/${name}` })) } : {}),
});

/** A part of a closed part is closed as well. */
export default {
  spec: things({
    shown: { audit: { $ref: '#/components/schemas/Audit' } },
    schemas: {
      Entity: closed({ createdOn: text }),
      Owned: closed({ by: text }, 'Entity'),
      Audit: closed({ reason: text }, 'Owned'),
    },
  }),
  server: (fault) =>
    crud({ show: (item) => ({ ...item, audit: { createdOn: 'now', by: 'someone', reason: fault ? 7 : 'none' } }) }),
} satisfies Case;
