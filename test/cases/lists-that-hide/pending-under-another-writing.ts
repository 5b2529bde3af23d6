import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const states = ['APPROVED', 'PENDING', 'REJECTED'];
const state = { name: 'review_status', in: 'query', schema: { type: 'string', enum: states, default: 'APPROVED' } };

/** The parameter and the member differ in their writing; with the fault the list is empty. */
export default {
  spec: things({
    shown: { reviewStatus: { type: 'string', enum: states } },
    collection: { get: { parameters: [state] } },
  }),
  server: (fault) =>
    crud({
      take: (body, old) => ({ ...body, reviewStatus: old?.['reviewStatus'] ?? 'PENDING' }),
      list: (items, { query }) =>
        fault ? [] : items.filter((item) => item['reviewStatus'] === (query.get('review_status') ?? 'APPROVED')),
    }),
} satisfies Case;
