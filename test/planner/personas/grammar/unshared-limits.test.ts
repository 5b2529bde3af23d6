import { unsharedLimits } from '#planner/personas/grammar/unshared-limits.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { type Others, ownedStore } from '#test/owned-store.ts';
import { decisive, failures, OWNER, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';
import type { Persona } from '#planner/personas/persona.ts';

const NOT_SHARED = 'Sees nothing of a board of the owner that she has not shared with him.';
const answers = { ...missing, '403': { description: 'it may not' } };

/** `sent`: what a board may be sent besides its title; `shown`: what it shows besides. */
function documentOf(sent: Record<string, object> = {}, shown: Record<string, object> = {}, required: string[] = []) {
  const board = object({ id: text, title: text, ...sent, ...shown } as never, ['id', 'title']);
  const takesOne = (needed: string[]) => takes(object({ title: text, ...sent } as never, needed));
  const rule = object({ id: text, role: text }, ['id', 'role']);
  return {
    ...spec({
      '/boards': {
        get: { responses: shows({ type: 'array', items: board }) },
        post: { ...takesOne(['title', ...required]), responses: shows(board, '201') },
      },
      '/boards/{id}': {
        parameters: [param('id')],
        get: { responses: { ...shows(board), ...answers } },
        patch: { ...takesOne([]), responses: { ...shows(board), ...answers } },
        delete: { responses: { ...noBody, ...answers } },
      },
      '/boards/{boardId}/acl': {
        parameters: [param('boardId')],
        get: { responses: { ...shows({ type: 'array', items: rule }), ...answers } },
        post: { ...takes(object({ role: text }, ['role'])), responses: { ...shows(rule, '201'), ...answers } },
      },
    }),
    security: [{ bearer: [] }],
  };
}
const personasOf = (description: string): Persona[] => [OWNER, { name: 'bruno', description, authType: 'BEARER' }];
const refusedOf = async (document: object, description = NOT_SHARED) => {
  const { bundle } = await planFeature({ spec: document, personas: personasOf(description) });
  const kinds = ['forbidden', 'cross-persona'];
  return bundle.plans.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject);
};
const BOARD = ['GET /boards', 'GET /boards/{id}', 'PATCH /boards/{id}', 'DELETE /boards/{id}'];

describe('a limit that makes an exception of what was shared', () => {
  it.each([
    NOT_SHARED,
    'Has no access to boards of Ines unless she has shared them with him.',
    'Has no access to boards of Ines that he was not invited to.',
    'Sees nothing of boards of Ines that he is not a member of.',
    "Cannot read other users' boards that have not been shared with them.",
    'Sees no boards of Ines, except those shared with her.',
    'Sees only her own boards and those that are shared with her.',
  ])('%s: holds for what is not', (description) => {
    expect(unsharedLimits(description)).toMatchObject([{ scope: 'object', isUnshared: true }]);
  });

  it.each([
    'Sees nothing of a board of Ines.',
    'Sees nothing of a board of Ines that she has archived.',
    'Sees nothing of a board of Ines that she has not shared with him this year.',
    'Can see what is shared with him.',
    'Cannot delete boards that were not shared.',
    'Sees nothing of a board of Ines that she has not shared with him. Can see the boards of the organisation.',
    'Has no access to boards of Ines that were not shared. By default boards are shared with all.',
    'Member: sees all its boards, cannot see boards of Ines that were not shared with him.',
    'Comments on anything, sees all boards. Sees no boards of Ines unless shared with him.',
    'Workspace admin: sees only his own boards and those shared with him.',
    'Second token of Ines. Sees only her own boards and those that are shared with her.',
  ])('%s: is none', (description) => {
    expect(unsharedLimits(description) ?? []).toEqual([]);
  });

  it.each([
    'Second token of Ines. Sees only her own boards and those that are shared with her.',
    'Has no access to boards of Ines that he is not a member of. All of the organisation are members of its boards.',
  ])('%s: what is seen otherwise is not hidden without the exception either', async (description) => {
    expect(await refusedOf(documentOf(), description)).toEqual([]);
  });

  it('leaves what other sentences say as it is', () => {
    const stated = unsharedLimits('Sees no boards of Ines unless she has shared them. Cannot delete projects.');
    expect(stated).toMatchObject([{ words: ['see', 'boards'], isUnshared: true }, { actions: ['delete'] }]);
    expect(stated?.[1]).not.toHaveProperty('isUnshared');
  });

  it('is checked of what the run makes for nobody else, and of nothing that lets others in but to make that', async () => {
    const refused = await refusedOf(documentOf());
    expect(refused.toSorted()).toEqual([...BOARD, 'POST /boards/{boardId}/acl'].toSorted());
  });

  it.each([
    ['a flag is left to the server', documentOf({}, { public: { type: 'boolean' } })],
    ['no choice closes it', documentOf({ visibility: { type: 'string', enum: ['public', 'team'] } })],
    [
      'who is in it is sent',
      documentOf({ members: { type: 'array', items: text, example: ['bruno'] } }, {}, ['members']),
    ],
    ['it may be published', documentOf({}, { state: { type: 'string', enum: ['draft', 'published'] } })],
    ['a part of it says so', documentOf({}, { policy: object({ sharing: object({ teamAccess: text }) }) })],
    ['it may be a team’s', documentOf({}, { kind: { type: 'string', enum: ['team', 'own'] } })],
    ['it is put into a team that was there', documentOf({ teamId: text }, {}, ['teamId'])],
    ['nobody says who sees it', documentOf({}, { visibility: text })],
  ])('%s: nothing is claimed', async (_, document) => {
    expect((await refusedOf(document)).filter((subject) => !subject.startsWith('POST'))).toEqual([]);
  });

  it('is not claimed below what was there before the run', async () => {
    const { paths, ...rest } = documentOf();
    const below = Object.entries(paths).map(([path, one]) => [
      `/rooms/{roomId}${path}`,
      { ...(one as object), parameters: [param('roomId'), ...((one as { parameters?: object[] }).parameters ?? [])] },
    ]);
    const { bundle } = await planFeature({
      spec: { ...rest, paths: Object.fromEntries(below) as object },
      personas: personasOf(NOT_SHARED),
      envProvidedParams: ['roomId'],
    });
    expect(bundle.plans.some(({ kind }) => kind === 'create-read')).toBe(true);
    expect(bundle.plans.filter(({ kind }) => kind === 'cross-persona')).toEqual([]);
  });

  it('is checked where the run says that nobody else sees it', async () => {
    const visibility = { type: 'string', enum: ['public', 'private'] };
    expect(await refusedOf(documentOf({ visibility }, {}, ['visibility']))).toContain('GET /boards/{id}');
  });
});

describe('what was shared with nobody', () => {
  const document = documentOf();
  const server = (others: Others) => () => {
    const boards = ownedStore('/boards', { others });
    const rules: Record<string, unknown>[] = [];
    boards.routes['GET /boards/{id}/acl'] = boards.on(() => ({ status: 200, body: rules }));
    boards.routes['POST /boards/{id}/acl'] = boards.on((_, { body }) => {
      const rule = { ...body, id: `r${rules.length}` };
      rules.push(rule);
      return { status: 201, body: rule };
    });
    const acl = ['GET /boards/{id}/acl', 'POST /boards/{id}/acl'];
    for (const key of acl) {
      const act = boards.routes[key];
      if (act) boards.routes[key] = (asked) => act({ ...asked, params: asked.params.slice(0, 1) });
    }
    return boards.routes;
  };
  const run = (others: Others) => verify(document, server(others), 'cross-persona', personasOf(NOT_SHARED));

  it.each(['hidden', 'forbidden'] as const)('is no alarm where it is %s', async (others) => {
    expect(failures(await run(others))).toEqual([]);
  });

  it('is told where another lists, sees, changes or deletes it', async () => {
    expect(decisive(await run('allowed'))).toHaveLength(4);
  });
});
