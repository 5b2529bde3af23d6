import { describe, expect, it } from 'vitest';

import { personaRoles } from '#planner/personas/persona-roles.ts';
import { planFeature } from '#planner/plan-feature.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, type Asked, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const order = object({ id: integer, title: text }, ['id', 'title']);
const sent = object({ title: text }, ['title']);
const refusals = { '401': { description: 'who' }, '403': { description: 'no' }, '404': { description: 'none' } };
const security = [{ token: [] }];
/** Lists show orders; `item` = what the read of one shows. */
const ordersShowing = (item: Parameters<typeof shows>[0]) =>
  spec(
    {
      '/orders': {
        get: { security, responses: { ...shows({ type: 'array', items: order }), ...refusals } },
        post: { security, ...takes(sent), responses: { ...shows(order, '201'), ...refusals } },
      },
      '/orders/{id}': {
        parameters: [param('id', integer)],
        get: { security, responses: { ...shows(item), ...refusals } },
        put: { security, ...takes(sent), responses: { ...shows(order), ...refusals } },
        patch: { security, ...takes(sent), responses: { ...shows(order), ...refusals } },
        delete: { security, responses: { ...noBody, ...refusals } },
      },
    },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  );
const orders = ordersShowing(order);
const persona = (name: string, description: string) => ({ name, description, authType: 'BEARER' as const });
const ann = persona('Ann', 'A customer who sees only their own orders.');
const bob = persona('Bob', 'Another shopper; may only handle their own orders.');
const clerk = persona('Clerk', 'Cannot delete orders.');
const personas = [ann, bob];

type Order = { id: number; title: string; owner: string };
type Fault = {
  lets?: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'LIST' | 'anybody';
  /** Says no and does it all the same. */
  secretly?: 'PUT' | 'DELETE';
  deniesList?: true;
};

/** Orders that belong to who made them; `fault` = who is let in by mistake. */
function shop(fault: Fault = {}): () => Routes {
  return () => {
    const all = new Map<number, Order>();
    let serial = 0;
    const shown = ({ id, title }: Order) => ({ id, title });
    const guarded =
      (method: Fault['lets'], act: (found: Order, asked: Asked) => Answered) =>
      (asked: Asked): Answered => {
        if (asked.caller === '' && fault.lets !== 'anybody') return { status: 401, body: {} };
        const found = all.get(Number(asked.params[0]));
        if (!found) return { status: 404, body: {} };
        if (found.owner === asked.caller || fault.lets === method || fault.lets === 'anybody') return act(found, asked);
        if (fault.secretly === method) act(found, asked);
        return { status: 404, body: {} };
      };
    const change = (found: Order, { body }: Asked): Answered => {
      all.set(found.id, { ...found, title: String(body['title']) });
      return { status: 200, body: shown(all.get(found.id) ?? found) };
    };
    return {
      'GET /orders': ({ caller }) => {
        if (caller === '' && fault.lets !== 'anybody') return { status: 401, body: {} };
        if (fault.deniesList && caller === 'Bob') return { status: 403, body: {} };
        const visible = [...all.values()].filter(({ owner }) => owner === caller || fault.lets === 'LIST');
        return { status: 200, body: visible.map(shown) };
      },
      'POST /orders': ({ caller, body }) => {
        if (caller === '' && fault.lets !== 'anybody') return { status: 401, body: {} };
        serial += 1;
        all.set(serial, { id: serial, title: String(body['title']), owner: caller });
        return { status: 201, body: { id: serial, title: body['title'] } };
      },
      'GET /orders/:id': guarded('GET', (found) => ({ status: 200, body: shown(found) })),
      'PUT /orders/:id': guarded('PUT', change),
      'PATCH /orders/:id': guarded('PATCH', change),
      'DELETE /orders/:id': guarded('DELETE', ({ id }) => ({ status: all.delete(id) ? 204 : 404 })),
    };
  };
}

const kinds = ['cross-persona' as const, 'unauthenticated' as const, 'forbidden' as const];
const OBJECT = 'FAIL_DECISIVE_CONTRACT AUTHZ_OBJECT';

describe('what one identity made, another does not see, change or delete', () => {
  it('where everybody has only their own things, the first acts and the second is the other', async () => {
    const roles = personaRoles(personas);
    expect([roles.actor?.name, roles.limited.map((one) => one.persona.name)]).toEqual(['Ann', ['Bob']]);
    const { bundle } = await planFeature({ spec: orders, personas });
    const names = bundle.plans.filter(({ kind }) => kind === 'cross-persona').map(({ name }) => name);
    expect(names).toEqual([
      "Bob does not see another's order in the list",
      "Bob is refused another's order by GET /orders/{id}",
      "Bob is refused another's order by PUT /orders/{id}",
      "Bob is refused another's order by PATCH /orders/{id}",
      "Bob is refused another's order by DELETE /orders/{id}",
    ]);
  });

  it.each<[string, Fault]>([
    ['hides', {}],
    ['refuses the list', { deniesList: true }],
  ])('passes on a server that %s what is another’s', async (_, fault) => {
    const result = await verifyServer(orders, shop(fault), { kinds, personas });
    expect(result.journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it.each<[string, Fault, string]>([
    ['a list that shows the orders of all', { lets: 'LIST' }, OBJECT],
    ['a read that asks nobody whose it is', { lets: 'GET' }, OBJECT],
    ['a PUT on what is another’s', { lets: 'PUT' }, OBJECT],
    ['a PATCH on what is another’s', { lets: 'PATCH' }, OBJECT],
    ['a DELETE of what is another’s', { lets: 'DELETE' }, OBJECT],
    ['a PUT that is refused and made', { secretly: 'PUT' }, OBJECT],
    ['a DELETE that is refused and done', { secretly: 'DELETE' }, OBJECT],
  ])('%s', async (_, fault, expected) => {
    expect(decisive(await verifyServer(orders, shop(fault), { kinds, personas }))).toEqual([expected]);
  });

  it('who is refused without an identity is refused with made-up credentials of the first, too', async () => {
    const { bundle } = await planFeature({ spec: orders, personas });
    const asked = bundle.plans.flatMap(({ kind, steps }) =>
      steps.flatMap(({ madeUp }) => (madeUp ? [[kind, madeUp]] : [])),
    );
    expect(asked).toHaveLength(bundle.plans.filter(({ kind }) => kind === 'unauthenticated').length);
    expect(asked).toContainEqual(['unauthenticated', 'Ann']);
  });

  it('who may not read what is another’s may not see it in the list', async () => {
    const cy = persona('Bob', 'Has an account; cannot read or delete what belongs to others.');
    const people = [persona('Ann', 'May do everything with her own orders.'), cy];
    const { bundle } = await planFeature({ spec: orders, personas: people });
    const names = bundle.plans.map(({ name }) => name);
    expect(names).toContain("Bob does not see another's order in the list");
    const sound = await verifyServer(orders, shop(), { kinds, personas: people });
    expect(sound.journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    const found = await verifyServer(orders, shop({ lets: 'LIST' }), { kinds, personas: people });
    expect(decisive(found)).toEqual([OBJECT]);
  });

  it('who may not read what is another’s may see a summary of it in the list', async () => {
    const people = [
      persona('Ann', 'May do everything with her own orders.'),
      persona('Bob', 'Has an account; cannot read what belongs to others.'),
    ];
    const item = object({ id: integer, title: text, address: text }, ['id', 'address']);
    const { bundle } = await planFeature({ spec: ordersShowing(item), personas: people });
    const ofBob = bundle.plans.filter(({ kind }) => kind === 'cross-persona').map(({ name }) => name);
    expect(ofBob).toEqual(["Bob is refused another's order by GET /orders/{id}"]);
  });

  it('nobody needs to say who they are', async () => {
    const found = decisive(await verifyServer(orders, shop({ lets: 'anybody' }), { kinds, personas }));
    expect(found).toContain('FAIL_DECISIVE_CONTRACT AUTHN_MISSING');
  });

  it('a persona whose description states a limit is refused just that, and one that states nothing is left out', async () => {
    const vague = persona('Vic', 'A person.');
    const boss = persona('Boss', 'Can do everything.');
    const { bundle, dropped } = await planFeature({ spec: orders, personas: [boss, clerk, vague] });
    const limited = bundle.plans.filter(({ kind }) => kind === 'forbidden' || kind === 'cross-persona');
    expect(limited.map(({ name }) => name)).toEqual(['Clerk is refused DELETE /orders/{id}']);
    expect(dropped.map(({ reason, personas: who }) => [reason, who])).toEqual([['AMBIGUOUS_PERSONA', ['Vic']]]);
  });
});

describe('where a thing may be for everybody', () => {
  const flag = { type: 'boolean' };
  const one = (name: string, schema: Record<string, unknown>) => {
    const shown = object({ id: integer, title: text, [name]: schema }, ['id', 'title']);
    const asked = takes(object({ title: text, [name]: schema }, ['title']));
    const kept = ordersShowing(shown) as typeof orders & { paths: Record<string, Record<string, object>> };
    Object.assign(kept.paths['/orders']?.['post'] ?? {}, asked);
    return kept;
  };

  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    ['visibility', { type: 'string', enum: ['public', 'unlisted', 'private'] }, 'private', 'public'],
    ['is_public', flag, false, true],
    ['isPrivate', flag, true, undefined],
    ['form', { type: 'string', enum: ['open', 'closed'] }, 'open', 'open'],
  ])('%s: another identity is asked to see what is not, and to change what is', async (name, schema, unseen, usual) => {
    const { bundle } = await planFeature({ spec: one(name, schema), personas });
    const sentBy = (word: string) =>
      bundle.plans
        .filter(({ kind, name: says }) => kind === 'cross-persona' && says.includes(word))
        .map(({ steps: [create] }) => {
          const sentBody = create?.body?.value as { object: Record<string, { literal?: unknown }> };
          return sentBody.object[name]?.literal;
        });
    expect([sentBy(' GET '), sentBy(' in the list'), sentBy(' PUT ')]).toEqual([[unseen], [unseen], [usual]]);
  });
});

describe('what one identity made, another does not act upon', () => {
  const acting = {
    ...orders,
    paths: {
      ...orders.paths,
      '/orders/{id}/remind': {
        parameters: [param('id', integer)],
        post: { security, responses: { ...noBody, ...refusals } },
      },
    },
  };
  const served =
    (isOpen: boolean): (() => Routes) =>
    () => {
      const routes = shop()();
      const read = routes['GET /orders/:id'];
      const remind = (asked: Asked): Answered =>
        isOpen || read?.(asked).status === 200 ? { status: 204 } : { status: 404 };
      return { ...routes, 'POST /orders/:id/remind': remind };
    };

  it('is told from a server that lets anybody', async () => {
    const forbidden = { kinds: ['forbidden' as const], personas };
    const sound = await verifyServer(acting, served(false), forbidden);
    expect(sound.journeys.map(({ name, status }) => [name, status])).toEqual([
      ['Bob is refused POST /orders/{id}/remind', 'pass'],
    ]);
    expect(decisive(await verifyServer(acting, served(true), forbidden))).toEqual([
      'FAIL_DECISIVE_CONTRACT AUTHZ_FUNCTION',
    ]);
  });
});

describe('what stands below a thing that another identity made', () => {
  const line = object({ id: integer, title: text }, ['id', 'title']);
  const below = {
    ...orders,
    paths: {
      ...orders.paths,
      '/orders/{id}/notes': {
        parameters: [param('id', integer)],
        get: { security, responses: { ...shows({ type: 'array', items: line }), ...refusals } },
        post: { security, ...takes(sent), responses: { ...shows(line, '201'), ...refusals } },
      },
    },
  };
  type Lets = 'all' | 'none' | 'those who own it';
  const served =
    (lets: Lets): (() => Routes) =>
    () => {
      const routes = shop()();
      const read = routes['GET /orders/:id'];
      const notes: { order: string; title: string; id: number; owner: string }[] = [];
      return {
        ...routes,
        'POST /orders/:id/notes': (asked) => {
          if (read?.(asked).status !== 200) return { status: asked.caller === '' ? 401 : 404 };
          const note = { id: notes.length + 1, title: String(asked.body['title']) };
          notes.push({ ...note, order: asked.params[0] ?? '', owner: asked.caller });
          return { status: 201, body: note };
        },
        'GET /orders/:id/notes': (asked) => {
          if (asked.caller === '') return { status: 401 };
          if (lets === 'none' && read?.(asked).status !== 200) return { status: 404 };
          const visible = notes.filter(({ owner }) => lets === 'all' || owner === asked.caller);
          const there = visible.filter(({ order }) => order === asked.params[0]);
          return { status: 200, body: there.map(({ id, title }) => ({ id, title })) };
        },
      };
    };
  it.each<[string, Lets, string[]]>([
    ['is not there for others', 'none', []],
    ['is an empty list for others', 'those who own it', []],
    ['is shown to others', 'all', [OBJECT]],
  ])('%s', async (_, lets, expected) => {
    const { bundle } = await planFeature({ spec: below as never, personas });
    expect(bundle.plans.map(({ name }) => name)).toContain("Bob does not see another's note in the list");
    const result = await verifyServer(below as never, served(lets), { kinds, personas });
    expect(decisive(result)).toEqual(expected);
    expect(result.residue).toEqual([]);
  });
});
