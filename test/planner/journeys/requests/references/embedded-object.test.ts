import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

describe('a member that is documented as another thing is shown', () => {
  const breed = { $ref: '#/components/schemas/Breed' };
  const skill = { $ref: '#/components/schemas/Skill' };
  const own = { call: text, breed, skills: { type: 'array', items: skill } };
  const dog = object({ id: integer, ...own }, ['id', ...Object.keys(own)]);
  const collection = (shown: object, sent: object) => ({
    post: { ...takes(sent as never), responses: shows(shown as never, '201') },
    get: { responses: shows({ type: 'array', items: shown }) },
  });
  const document = spec(
    {
      '/breeds': collection(breed, object({ name: text }, ['name'])),
      '/breeds/{id}': item(breed),
      '/skills': collection(skill, skill),
      '/skills/{id}': item(skill),
      '/dogs': collection(dog, object(own, Object.keys(own))),
      '/dogs/{id}': item(dog),
    },
    {
      schemas: {
        Breed: object({ id: integer, name: text }, ['id', 'name']),
        Skill: object({ id: { ...integer, readOnly: true }, name: text }, ['id', 'name']),
      },
    },
  );
  /** Takes only what it has: a breed by its id, a skill by its name. */
  const server: MakeServer = () => {
    const [breeds, skills, dogs] = [store('/breeds', {}), store('/skills', {}), store('/dogs', {})];
    const create = dogs.routes['POST /dogs'];
    return {
      ...breeds.routes,
      ...skills.routes,
      ...dogs.routes,
      'POST /dogs': (asked) => {
        const { breed: kind, skills: named } = asked.body as { breed: Fields; skills: Fields[] };
        const found = named.map(({ name }) => [...skills.items.values()].find((one) => one['name'] === name));
        const known = breeds.items.get(String(kind['id']));
        if (!known || found.includes(undefined)) return notFound;
        return create?.({ ...asked, body: { ...asked.body, breed: known, skills: found } }) ?? notFound;
      },
    };
  };

  it('stands for one that the journey made before, in an object and in a list', async () => {
    const result = await verify(document, server);
    expect(failures(result)).toEqual([]);
    expect(result.journeys.map(({ name }) => name)).toContain('A created dog can be read back');
  });

  it('a read-only member inside what was sent is in every answer, so that its journeys are proved', async () => {
    const { dropped } = await plan(document);
    expect(dropped).toEqual([]);
  });

  it('that is not there, on a server whose random paths end in an error, is no missing route', async () => {
    const forgetful: MakeServer = (clock) => {
      const routes = server(clock);
      return {
        ...routes,
        'POST /dogs': () => notFound,
        'GET /{any}': () => ({ status: 500, body: { error: 'oops' } }),
      };
    };
    expect(failures(await verify(document, forgetful, 'create-read'))).toEqual([
      'INCONCLUSIVE_INPUT_CONSTRAINT INPUT_REFUSED: A created dog can be read back',
    ]);
  });
});

describe('a thing that is named by the id in an object', () => {
  const driver = object({ id: integer, name: text }, ['id', 'name']);
  const ride = object({ id: integer, note: text, driver: { ...driver, type: ['object', 'null'] } }, ['id']);
  const document = spec({
    '/drivers': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(driver, '201') } },
    '/drivers/{id}': item(driver),
    '/rides': {
      post: {
        ...takes(object({ driver: object({ id: integer }, ['id']), note: text }, ['driver', 'note'])),
        responses: shows(ride, '201'),
      },
      get: { responses: shows({ type: 'array', items: ride }) },
    },
    '/rides/{id}': item(ride),
  });

  it.each<[string, Fields]>([
    ['not at all', {}],
    ['by null', { driver: null }],
    ['by a copy', { driver: { id: 5000, name: 'Ada' } }],
  ])('may be shown %s', async (_how, shown) => {
    const server: MakeServer = () => {
      const { routes, items } = store('/rides', {});
      const full = ({ id, note }: Fields): Fields => ({ id, note, ...shown });
      return {
        ...store('/drivers', {}, (serial) => 100 + serial).routes,
        ...routes,
        'POST /rides': (asked) => ({ status: 201, body: full(routes['POST /rides']?.(asked).body as Fields) }),
        'GET /rides': () => ok([...items.values()].map(full)),
        'GET /rides/{id}': ({ params: [id = ''] }) => (items.has(id) ? ok(full(items.get(id) ?? {})) : notFound),
      };
    };
    expect(failures(await verify(document, server))).toEqual([]);
  });
});
