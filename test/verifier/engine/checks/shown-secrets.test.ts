import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const ref = { $ref: '#/components/schemas/Login' };
const documentOf = (secret: Record<string, unknown>, name = 'password') => {
  const login = object({ id: { ...integer, readOnly: true }, title: text, [name]: secret }, ['id', 'title', name]);
  return spec(
    {
      '/logins': {
        post: { ...takes(ref), responses: shows(ref, '201') },
        get: { responses: shows({ type: 'array', items: ref }) },
      },
      '/logins/{id}': item(ref),
    },
    { schemas: { Login: login } },
  );
};
const document = documentOf({ ...text, writeOnly: true });

/** `made` and `shown` = what the create, and all reads, answer of a login. */
const server =
  (shown: (one: Fields) => Fields, made: (one: Fields) => Fields = hidden): MakeServer =>
  () => {
    const { items, on, routes } = store('/logins', {});
    const create = routes['POST /logins'];
    routes['POST /logins'] = (asked) => ({ status: 201, body: made(create?.(asked).body as Fields) });
    routes['GET /logins/{id}'] = on((one) => ok(shown(one)));
    routes['GET /logins'] = () => ok([...items.values()].map(shown));
    return routes;
  };
const hidden = ({ id, title }: Fields): Fields => ({ id, title });
const whole = (one: Fields): Fields => one;

it.each<[string, (one: Fields) => Fields]>([
  ['leaves it out', hidden],
  ['masks it', (one) => ({ ...one, password: '********' })],
  ['shows what it made of it', (one) => ({ ...one, password: `$2b$10$${String(one['password']).length}` })],
])('a secret that is write-only accuses no server that %s', async (_name, shown) => {
  expect(failures(await verify(document, server(shown)))).toEqual([]);
});

it('a secret that a read shows as it was sent is told once', async () => {
  const result = await verify(document, server(whole));
  expect(decisive(result)).toEqual(['FAIL_DECISIVE_CONTRACT SCHEMA: A created login can be read back']);
  const { details } = result.journeys.find(({ status }) => status === 'fail') ?? {};
  expect(details).toBe(
    'GET /logins/{id} breaks its schema at /password: the secret that was sent is shown, and it is write-only',
  );
});

it('so is one that the create repeats', async () => {
  expect(decisive(await verify(document, server(hidden, whole)))).toEqual([
    'FAIL_DECISIVE_CONTRACT SCHEMA: Creating a login answers what was sent',
  ]);
});

it.each<[string, object]>([
  ['is not write-only', documentOf(text)],
  ['is no secret', documentOf({ ...text, writeOnly: true }, 'greeting')],
])('nothing is asserted of what %s', async (_name, other) => {
  expect(failures(await verify(other, server(whole, whole)))).toEqual([]);
});

const BCRYPT = `$2b$10$${'N9qo8uLOickgx2ZMRZoMy'.padEnd(53, 'e')}`;
const DJANGO = 'pbkdf2_sha256$1000000$Jk2xqBzVt0uW$7s1mQvTnB0mZ1c2J8m0bqv4bD2bqYp4y2m5bqv4bD2A=';
const plain = documentOf(text, 'greeting');

it.each([
  ['password', BCRYPT],
  ['hashedPassword', DJANGO],
])('the hash of a password that no schema names is told: %s', async (member, hash) => {
  const shows = (one: Fields): Fields => ({ ...one, [member]: hash });
  expect(decisive(await verify(plain, server(shows, whole))).join()).toContain(
    'SCHEMA: A created login can be read back',
  );
});

it.each<[string, object, Fields]>([
  ['is documented', documentOf({ ...text, writeOnly: true }), { password: BCRYPT }],
  ['is called otherwise', plain, { etag: BCRYPT }],
  ['is no hash', plain, { password: '$2b$10$********' }],
])('and nothing is said of one that %s', async (_name, other, more) => {
  const shows = (one: Fields): Fields => ({ ...hidden(one), greeting: one['greeting'], ...more });
  expect(failures(await verify(other, server(shows, other === plain ? whole : hidden)))).toEqual([]);
});

const account = object({ id: integer, email: text }, ['id', 'email']);
const accountsOf = (more: Record<string, object>, shown = account) =>
  spec({
    '/logins': {
      post: {
        ...takes(object({ email: text, password: text, ...more }, ['email', 'password', ...Object.keys(more)])),
        responses: shows(account, '201'),
      },
    },
    '/logins/{id}': item(shown),
  });
const accountServer = server(whole, ({ id, email }) => ({ id, email }));

it.each([{}, { passportNumber: text }])(
  'the password of an account that a read shows though no schema names it is told, beside %j',
  async (more) => {
    expect(decisive(await verify(accountsOf(more), accountServer)).join()).toContain(
      'SCHEMA: A created login can be read back',
    );
  },
);

it.each<[string, object, MakeServer]>([
  ['of a connection', accountsOf({ smtpHost: text }), accountServer],
  ['of a connection that names a port only', accountsOf({ smtpPort: text }), accountServer],
  ['that is documented', accountsOf({}, object({ ...(account.properties as object), password: text })), accountServer],
  ['that is masked', accountsOf({}), server((one) => ({ ...one, password: '********' }), hidden)],
  ['of an answer that is left open', accountsOf({}, { ...account, additionalProperties: true }), accountServer],
])('and nothing is said of one %s', async (_name, other, sound) => {
  const found = decisive(await verify(other, sound));
  expect(found.filter((one) => one.includes('SCHEMA: A created login can be read'))).toEqual([]);
});
