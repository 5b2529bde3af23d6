import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { item, notFound, store } from './small-store.ts';

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
