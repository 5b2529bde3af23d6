import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const label = object({ id: integer, name: text }, ['id', 'name']);
const issueOf = (entry: object) =>
  object({ id: integer, title: text, labels: { type: 'array', items: entry } as never }, ['id', 'title', 'labels']);
const linked = { responses: { ...noBody, ...missing } };

const documentOf = (entry: object, responses: object = {}) =>
  spec({
    '/labels': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(label, '201') } },
    '/labels/{id}': item(label),
    '/issues': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(issueOf(entry), '201') } },
    '/issues/{id}': item(issueOf(entry)),
    '/issues/{issueId}/labels/{labelId}': {
      parameters: [param('issueId', integer), param('labelId', integer)],
      put: { ...linked, responses: { ...linked.responses, ...responses } },
      delete: linked,
    },
  });

type Faults = { puts?: boolean; takes?: boolean; refuses?: Told };

/** `puts` and `takes`: whether a PUT and a DELETE really do what they answer. */
const serverOf =
  (isBare: boolean, { puts = true, takes: isTaken = true, refuses }: Faults = {}): MakeServer =>
  () => {
    const labels = store('/labels', {});
    const issues = store('/issues', { labels: [] });
    const held = new Map<string, Set<string>>();
    const on = (issueId = '', labelId = '', act: (inside: Set<string>) => void): Told => {
      if (!issues.items.has(issueId) || !labels.items.has(labelId)) return notFound;
      const inside = held.get(issueId) ?? new Set();
      held.set(issueId, inside);
      act(inside);
      return { status: 204 };
    };
    return {
      ...labels.routes,
      ...issues.routes,
      'GET /issues/{id}': ({ params: [id = ''] }) => {
        const found = issues.items.get(id);
        const shown = [...(held.get(id) ?? [])].map((one) => (isBare ? Number(one) : labels.items.get(one)));
        return found ? ok({ ...found, labels: shown.filter((one) => one !== undefined) }) : notFound;
      },
      'PUT /issues/{issueId}/labels/{labelId}': ({ params: [issueId, labelId] }) =>
        refuses ?? on(issueId, labelId, (inside) => puts && inside.add(labelId ?? '')),
      'DELETE /issues/{issueId}/labels/{labelId}': ({ params: [issueId, labelId] }) =>
        on(issueId, labelId, (inside) => isTaken && inside.delete(labelId ?? '')),
    };
  };

describe.each([
  ['objects', label, false],
  ['ids', integer, true],
])('a link by PUT without a body that only the holder shows, among %s', (_name, entry, isBare) => {
  const document = documentOf(entry);

  it('is proved, and passes on a sound server', async () => {
    const { bundle } = await plan(document);
    const proofs = bundle.plans.flatMap(({ proof }) => proof);
    expect(proofs).toContain('action-no-op PUT /issues/{issueId}/labels/{labelId}');
    expect(proofs).toContain('action-no-op DELETE /issues/{issueId}/labels/{labelId}');
    expect(failures(await verify(document, serverOf(isBare)))).toEqual([]);
  });

  it('is missed where PUT links nothing, and where DELETE leaves the link', async () => {
    const unlinked = decisive(await verify(document, serverOf(isBare, { puts: false }))).join();
    expect(unlinked).toContain('FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST');
    const left = decisive(await verify(document, serverOf(isBare, { takes: false }))).join();
    expect(left).toContain('FAIL_DECISIVE_PERSISTENCE NOT_DELETED');
  });

  it('is not claimed where the server refuses it', async () => {
    for (const refuses of [notFound, { status: 409, body: { error: 'another board' } }, { status: 422, body: {} }])
      expect(decisive(await verify(document, serverOf(isBare, { refuses })))).toEqual([]);
  });

  it('is not claimed where it may be done later', async () => {
    const later = documentOf(entry, { '202': { description: 'accepted' } });
    expect(decisive(await verify(later, serverOf(isBare, { puts: false })))).toEqual([]);
  });
});
