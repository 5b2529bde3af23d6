import { expect, it } from 'vitest';
import { decisive, failures, type Asked, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean } from '#test/small-store.ts';
import type { Persona } from '#planner/personas/persona.ts';

const PERSONAS: Persona[] = [
  { name: 'Ann', description: 'Can do everything.', authType: 'BEARER' },
  { name: 'Ben', description: 'Another reader: can read everything.', authType: 'BEARER' },
];
const FOLLOW = '/profiles/{username}/follow';
const SEEN = [
  `The effect of POST ${FOLLOW} is seen on the profile`,
  `The effect of DELETE ${FOLLOW} is seen on the profile`,
];

const refusals = { '401': { description: 'no token' }, '403': { description: 'no' }, '404': { description: 'nobody' } };
const secured = { security: [{ token: [] }] };

type Relation = {
  more?: Record<string, object>;
  ofCaller?: Record<string, object>;
  paths?: object;
  takesBack?: boolean;
  whoAmI?: boolean;
  called?: string;
};

/** Profiles that the service knows callers by, and who follows whom. */
function documentOf({ more, ofCaller, paths, takesBack = true, whoAmI = true, called = '' }: Relation = {}) {
  const profile = object({ username: text, bio: text, following: boolean, ...more }, ['username', 'bio', 'following']);
  const shown = { ...secured, responses: { ...shows(object({ profile }, ['profile'])), ...refusals } };
  const user = object({ username: text, email: text, bio: text, ...ofCaller }, ['username', 'email']);
  const caller = { get: { ...secured, responses: { ...shows(object({ user }, ['user'])), ...refusals } } };
  const document = spec(
    {
      ...(whoAmI ? { '/user': caller } : {}),
      '/profiles/{username}': { parameters: [param('username')], get: shown },
      [FOLLOW]: {
        parameters: [param('username')],
        post: { ...shown, summary: called },
        ...(takesBack ? { delete: shown } : {}),
      },
      ...paths,
    },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  );
  return document;
}

type Wrong = {
  /** Token → who that is. */
  people?: Record<string, string>;
  follow?: (asked: Asked, me: string, follows: Set<string>) => Told | undefined;
  unfollow?: (asked: Asked, me: string, follows: Set<string>) => Told | undefined;
  read?: (asked: Asked, me: string) => Told | undefined;
  anybody?: string;
};

/** A sound service but for what is told; `follows` holds "who whom". */
function serverOf(follows: Set<string>, wrong: Wrong = {}, log: string[] = []): MakeServer {
  const people = wrong.people ?? { Ann: 'ann', Ben: 'ben' };
  return () => {
    const as =
      (act: (asked: Asked, me: string) => Told) =>
      (asked: Asked): Told => {
        const me = people[(asked.headers['authorization'] ?? '').replace('Bearer ', '')] ?? wrong.anybody;
        return me === undefined ? { status: 401, body: { error: 'sign in' } } : act(asked, me);
      };
    const shown = (name: string, me: string): Told =>
      Object.values(people).includes(name)
        ? {
            status: 200,
            body: { profile: { username: name, bio: 'Reads.', following: follows.has(`${me} ${name}`) } },
          }
        : { status: 404, body: { error: 'nobody is called so' } };
    const relate = (change: 'follow' | 'unfollow') =>
      as((asked, me) => {
        const [name = ''] = asked.params;
        if (Object.values(people).includes(name)) log.push(`${me} ${change} ${name}`);
        const otherwise = wrong[change]?.(asked, me, follows);
        if (otherwise) return otherwise;
        if (!Object.values(people).includes(name)) return shown(name, me);
        if (change === 'follow') follows.add(`${me} ${name}`);
        else follows.delete(`${me} ${name}`);
        return shown(name, me);
      });
    return {
      'GET /user': as((_asked, me) => ({
        status: 200,
        body: { user: { username: me, email: `${me}@test`, bio: 'x' } },
      })),
      'GET /profiles/{username}': as((asked, me) => wrong.read?.(asked, me) ?? shown(asked.params[0] ?? '', me)),
      [`POST ${FOLLOW}`]: relate('follow'),
      [`DELETE ${FOLLOW}`]: relate('unfollow'),
    };
  };
}

const document = documentOf();
const run = (server: MakeServer) => verify(document, server, undefined, PERSONAS);

it('one persona follows the other, sees that, and takes it back', async () => {
  const { bundle } = await plan(document, PERSONAS);
  expect(bundle.plans.map(({ name }) => name)).toEqual(expect.arrayContaining(SEEN));
  const log: string[] = [];
  const follows = new Set(['ben ann']);
  expect(failures(await run(serverOf(follows, {}, log)))).toEqual([]);
  expect([...follows]).toEqual(['ben ann']);
  expect(new Set(log)).toEqual(new Set(['ann follow ben', 'ann unfollow ben']));
});

it('who followed before is left to it, and nothing is claimed', async () => {
  const log: string[] = [];
  const follows = new Set(['ann ben']);
  const found = failures(await run(serverOf(follows, {}, log)));
  expect(new Set(found.map((line) => line.split(':')[0]))).toEqual(
    new Set(['INCONCLUSIVE_SETUP_REQUIRED PRECONDITION_NOT_MET']),
  );
  expect(log).toEqual([]);
  expect([...follows]).toEqual(['ann ben']);
});

it('nobody follows themselves: two personas may be one account', async () => {
  const log: string[] = [];
  const result = await run(serverOf(new Set(), { people: { Ann: 'ann', Ben: 'ann' } }, log));
  expect(decisive(result)).toEqual([]);
  expect(log).toEqual([]);
});

const hidden =
  (body: object) =>
  ({ params }: Asked, me: string) =>
    params[0] === me ? undefined : { status: 404, body };
it('an answer that breaks its schema is no leave to go on', async () => {
  const log: string[] = [];
  const read = ({ params: [username] }: Asked, me: string): Told => ({
    status: 200,
    body: { profile: { username, following: username !== me } },
  });
  const found = decisive(await run(serverOf(new Set(['ann ben']), { read }, log)));
  expect(found.join('\n')).toContain('SCHEMA');
  expect(log).toEqual([]);
});

const refusal = (status: number, error = 'no') => ({ follow: () => ({ status, body: { error } }) });
it.each<[string, Wrong]>([
  ['they may not', refusal(403)],
  ['the other must agree first', refusal(422)],
  ['that is hidden', refusal(404, 'no such route')],
  ['the other is hidden, as if there were no such route', { read: hidden({ error: 'no such route' }) }],
  ['the other is hidden', { read: hidden({}) }],
])('a service where %s is sound', async (_what, wrong) => {
  const follows = new Set<string>();
  expect(decisive(await run(serverOf(follows, wrong)))).toEqual([]);
  expect([...follows]).toEqual([]);
});

it('a follow that is not stored is found', async () => {
  const found = decisive(
    await run(serverOf(new Set(), { follow: () => ({ status: 200, body: { profile: shownTo(false) } }) })),
  );
  expect(found.join('\n')).toContain('UNCHANGED');
});

it('a service may answer with who follows instead of whom', async () => {
  const follow = (_asked: Asked, me: string, follows: Set<string>): Told => {
    follows.add(`${me} ben`);
    return { status: 200, body: { profile: { ...shownTo(false), username: me } } };
  };
  const follows = new Set<string>();
  expect(decisive(await run(serverOf(follows, { follow })))).toEqual([]);
  expect([...follows]).toEqual([]);
});

it('one that cannot be taken back is found, though it is there when the journey is confirmed', async () => {
  const unfollow = () => ({ status: 200, body: { profile: shownTo(true) } });
  const result = await run(serverOf(new Set(), { unfollow }));
  expect(decisive(result).join('\n')).toContain('FAIL_DECISIVE_PERSISTENCE UNCHANGED');
  const unserved = () => ({ status: 404, body: { error: 'no such route' } });
  expect(decisive(await run(serverOf(new Set(), { unfollow: unserved }))).join('\n')).toContain(
    'FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED',
  );
});

function shownTo(following: boolean) {
  return { username: 'ben', bio: 'Reads.', following };
}

it('who shows no identity is refused, and let in all the same is undone', async () => {
  const follows = new Set<string>();
  const found = decisive(await run(serverOf(follows, { anybody: 'ann' })));
  expect(found).toContain(`FAIL_DECISIVE_CONTRACT AUTHN_MISSING: Without an identity, POST ${FOLLOW} is refused`);
  expect(found).toContain(`FAIL_DECISIVE_CONTRACT AUTHN_MISSING: Without an identity, DELETE ${FOLLOW} is refused`);
  expect([...follows]).toEqual([]);
});

it.each([
  ['it may have to be granted', documentOf({ more: { requested: boolean } })],
  [
    'others grant it',
    documentOf({ paths: { '/follow-requests': { get: { responses: { '204': { description: '' } } } } } }),
  ],
  [
    'followers are approved',
    documentOf({
      paths: {
        '/user/followers/{username}/approve': {
          parameters: [param('username')],
          post: { responses: { '204': { description: '' } } },
        },
      },
    }),
  ],
  ['it is only asked for', documentOf({ called: 'Ask to follow somebody' })],
  [
    'a profile may be public or not',
    documentOf({ more: { visibility: { type: 'string', enum: ['all', 'private'] } } }),
  ],
  ['the caller may be private', documentOf({ ofCaller: { privateAccount: boolean } })],
  [
    'the caller may choose to be',
    documentOf({
      paths: {
        '/settings': { put: { ...takes(object({ isPublic: boolean })), responses: { '204': { description: '' } } } },
      },
    }),
  ],
  ['it cannot be taken back', documentOf({ takesBack: false })],
  ['nothing tells who the caller is', documentOf({ whoAmI: false })],
])('nobody is followed where %s', async (_what, other) => {
  const { bundle } = await plan(other, PERSONAS);
  const follows = bundle.plans.filter(({ kind, subject }) => subject.includes('follow') && kind !== 'call-unknown');
  expect(follows.map(({ name }) => name)).toEqual([]);
});

it('nobody is muted: who is may be so for all', async () => {
  const other: object = JSON.parse(
    JSON.stringify(documentOf()).replaceAll('/follow"', '/mute"').replaceAll('following', 'muted'),
  );
  const { bundle } = await plan(other, PERSONAS);
  expect(bundle.plans.filter(({ subject, kind }) => subject.includes('mute') && kind !== 'call-unknown')).toEqual([]);
});

it('who is said to have a private profile is not followed', async () => {
  const personas: Persona[] = [
    PERSONAS[0] as Persona,
    { name: 'Ben', description: 'Another reader with a private profile: can read everything.', authType: 'BEARER' },
  ];
  const { bundle } = await plan(documentOf(), personas);
  expect(bundle.plans.map(({ name }) => name)).not.toEqual(expect.arrayContaining(SEEN));
});

const numbered = object({ id: { type: 'integer' }, name: text, following: boolean }, ['id', 'name', 'following']);
const answersUser = { ...secured, responses: { ...shows(numbered), ...refusals } };
/** Users by number, and what tells the caller theirs. */
const usersDocument = (told: string, by = 'id') =>
  spec({
    [told]: { get: answersUser },
    '/users/{id}': { parameters: [param('id', { type: 'integer' })], get: answersUser },
    [`/users/{${by}}/follow`]: { parameters: [param(by)], post: answersUser, delete: answersUser },
  });

it.each([
  ['the caller is a user', '/me', 'id', true],
  ['a profile may have an id of its own', '/profile', 'id', false],
  ['an account may have an id of its own', '/account', 'id', false],
  ['what one path calls an id, the other calls a name', '/me', 'username', false],
])('the id that is told is whom one follows where %s', async (_what, told, by, isKnown) => {
  const { bundle } = await plan(usersDocument(told, by), PERSONAS);
  const read = bundle.plans.some(({ subject, kind }) => subject.endsWith('/follow') && kind === 'action-read-back');
  expect(read).toBe(isKnown);
});

it('nobody is followed by the only persona', async () => {
  const { bundle } = await plan(documentOf(), PERSONAS.slice(0, 1));
  expect(bundle.plans.filter(({ subject, kind }) => subject.includes('follow') && kind !== 'call-unknown')).toEqual([]);
});

const body = object({ body: text }, ['body']);

/** A service that tells nobody who they are, but of each note and comment who wrote it. */
function notesDocument(author: Record<string, unknown>) {
  const written = object({ id: text, body: text, author }, ['id', 'body', 'author']);
  const { paths, components } = documentOf({ whoAmI: false });
  const write = { ...secured, ...takes(body), responses: { ...shows(written, '201'), ...refusals } };
  return spec(
    {
      ...paths,
      '/profiles/{username}': {
        parameters: [param('username')],
        get: { ...secured, responses: { ...shows(author), ...refusals } },
      },
      '/notes': { post: write },
      '/notes/{id}': { parameters: [param('id')], get: { ...secured, responses: { ...shows(written), ...refusals } } },
      '/notes/{id}/comments': { parameters: [param('id')], post: write },
      '/notes/{id}/comments/{commentId}': {
        parameters: [param('id'), param('commentId')],
        delete: { ...secured, responses: { '204': { description: 'gone' }, ...refusals } },
      },
    },
    {
      ...components,
      schemas: {
        Profile: object({ username: text, bio: text, following: boolean }, ['username', 'bio', 'following']),
      },
    },
  );
}

const PROFILE = { $ref: '#/components/schemas/Profile' };

/** Notes by somebody of this name; nobody has a profile. */
function notesServer(name: string, nobody: string): MakeServer {
  const written = new Map<string, object>();
  return () => {
    const author = { username: name, bio: 'x', following: false };
    const as =
      (act: (asked: Asked) => Told) =>
      (asked: Asked): Told =>
        asked.headers['authorization'] === undefined ? { status: 401, body: {} } : act(asked);
    return {
      'GET /profiles/{username}': as(() => ({ status: 404, body: { error: nobody } })),
      'POST /notes': as(({ body: { body: said } }) => {
        const id = `n${written.size}`;
        written.set(id, { id, body: said, author });
        return { status: 201, body: written.get(id) };
      }),
      'GET /notes/{id}': as(({ params: [id = ''] }) =>
        written.has(id) ? { status: 200, body: written.get(id) } : { status: 404, body: { error: 'no such note' } },
      ),
    };
  };
}

it.each([
  ['an organisation is no person', 'acme', 'nobody is called so', false],
  ['profiles that are not served are', 'ann', 'no such route', true],
])('of who wrote it, %s a fault', async (_what, name, nobody, isFault) => {
  const document = notesDocument(PROFILE);
  const found = decisive(await verify(document, notesServer(name, nobody), 'read-beside', PERSONAS.slice(0, 1)));
  expect(found.join().includes('GET /profiles/{username}')).toBe(isFault);
});

it.each([
  ['can read everything and comment', PROFILE, true],
  ['can read everything', PROFILE, false],
  ['can read everything and comment', { type: 'object', properties: { username: text } }, false],
])('who %s is known by a comment: %s', async (can, author, isKnown) => {
  const personas: Persona[] = [
    PERSONAS[0] as Persona,
    { name: 'Ben', description: `A reader: ${can}.`, authType: 'BEARER' },
  ];
  const { bundle } = await plan(notesDocument(author), personas);
  const follow = bundle.plans.find(({ subject, kind }) => subject === `POST ${FOLLOW}` && kind === 'action-read-back');
  expect(follow?.steps.map(({ persona, operationId }) => `${persona} ${operationId}`)).toEqual(
    isKnown
      ? [
          'Ann POST /notes',
          'Ben POST /notes/{id}/comments',
          'Ann GET /profiles/{username}',
          'Ann GET /profiles/{username}',
          `Ann POST ${FOLLOW}`,
          'Ann GET /profiles/{username}',
        ]
      : undefined,
  );
  expect(follow?.teardown.map(({ persona, operationId }) => `${persona} ${operationId}`)).toEqual(
    isKnown ? ['Ben DELETE /notes/{id}/comments/{commentId}', `Ann DELETE ${FOLLOW}`] : undefined,
  );
});
