import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const states = ['draft', 'published'];
const state = { name: 'state', in: 'query', schema: { type: 'string', enum: states, default: 'published' } };

/** New things are drafts, and the list shows what is published unless it is asked. */
export default {
  spec: things({ shown: { state: { type: 'string', enum: states } }, collection: { get: { parameters: [state] } } }),
  server: (fault) =>
    crud({
      take: (body, old) => ({ ...body, state: old?.['state'] ?? 'draft' }),
      list: (items, { query }) =>
        fault ? [] : items.filter((item) => item['state'] === (query.get('state') ?? 'published')),
    }),
} satisfies Case;
