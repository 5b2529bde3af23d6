import { describe, expect, it } from 'vitest';
import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';
import type { Persona } from '#planner/personas/persona.ts';

const open = { type: 'object' };
const thing = object({ id: text, name: text, settings: open }, ['id', 'name', 'settings']);

const settings = spec({
  '/things': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(thing, '201') } },
  '/things/{id}': {
    ...item(thing, text),
    patch: { ...takes(object({ settings: open }, ['settings'])), responses: { ...shows(thing), ...missing } },
  },
});

const settingsServer =
  (isStored: boolean): MakeServer =>
  () => {
    const { on, routes } = store('/things', { settings: {} }, (serial) => `t${serial}`);
    return {
      ...routes,
      'PATCH /things/{id}': on((found, body) => ok(isStored ? Object.assign(found, body) : { ...found, ...body })),
    };
  };

describe('an update whose only member is an open object', () => {
  it('is seen in the read that follows', async () => {
    const { bundle } = await plan(settings);
    expect(bundle.plans.map(({ kind, subject }) => `${kind} ${subject}`)).toContain('update-read PATCH /things/{id}');
    expect(failures(await verify(settings, settingsServer(true)))).toEqual([]);
  });

  it('is decisive where it is answered and not stored', async () => {
    expect(decisive(await verify(settings, settingsServer(false))).join()).toMatch(/FAIL_DECISIVE_PERSISTENCE/);
  });
});

const value = object({ value: text }, ['value']);
const keys = spec({
  '/keys': { get: { responses: shows({ type: 'array', items: text }) } },
  '/keys/{key}': {
    parameters: [param('key')],
    get: { responses: { ...shows(value), ...missing } },
    put: { ...takes(value), responses: noBody },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const keysServer =
  (keep: (sent: unknown) => unknown): MakeServer =>
  () => {
    const held = new Map<string, unknown>();
    return {
      'GET /keys': () => ok([...held.keys()]),
      'GET /keys/{key}': ({ params: [key = ''] }) => (held.has(key) ? ok(held.get(key)) : notFound),
      'PUT /keys/{key}': ({ params: [key = ''], body }) => {
        held.set(key, keep(body));
        return { status: 204 };
      },
      'DELETE /keys/{key}': ({ params: [key = ''] }) => (held.delete(key) ? { status: 204 } : notFound),
    };
  };

describe('a store whose list holds bare keys', () => {
  it('is made by PUT, read and taken away', async () => {
    expect(
      failures(
        await verify(
          keys,
          keysServer((sent) => sent),
        ),
      ),
    ).toEqual([]);
    const { operations } = await plan(keys);
    expect(operations.filter(({ journeyIds }) => journeyIds.length === 0)).toEqual([]);
  });

  it('is told where its list lacks a key, and where it keeps one that was taken away', async () => {
    const listing =
      (shown: (held: string[], gone: string[]) => string[]): MakeServer =>
      (clock) => {
        const routes = keysServer((sent) => sent)(clock);
        const gone: string[] = [];
        return {
          ...routes,
          'GET /keys': (asked) => ok(shown(routes['GET /keys']!(asked).body as string[], gone)),
          'DELETE /keys/{key}': (asked) => {
            gone.push(asked.params[0] ?? '');
            return routes['DELETE /keys/{key}']!(asked);
          },
        };
      };
    expect(
      decisive(
        await verify(
          keys,
          listing(() => []),
        ),
      ).join(),
    ).toContain('NOT_IN_LIST');
    expect(
      decisive(
        await verify(
          keys,
          listing((held, gone) => [...held, ...gone]),
        ),
      ).join(),
    ).toContain('NOT_DELETED');
  });

  it.each([
    ['places', (key: string) => `keys/${key}`],
    ['addresses', (key: string) => `https://keys.test/keys/${key}`],
  ])('is sound where its list shows %s', async (_name, shown) => {
    const server: MakeServer = (clock) => {
      const routes = keysServer((sent) => sent)(clock);
      return { ...routes, 'GET /keys': (asked) => ok((routes['GET /keys']!(asked).body as string[]).map(shown)) };
    };
    expect(decisive(await verify(keys, server))).toEqual([]);
  });

  it('is decisive where it keeps another value', async () => {
    expect(
      decisive(
        await verify(
          keys,
          keysServer(() => ({ value: 'other' })),
        ),
      ).join(),
    ).toMatch(/PERSISTENCE/);
  });
});

describe('a document that states 401 and 403 and names no scheme', () => {
  const refused = { '401': { description: 'who are you' }, '403': { description: 'not you' } };
  const shown = object({ id: text, name: text }, ['id', 'name']);
  const document = (stated: object) =>
    spec({
      '/things': {
        post: { ...takes(object({ name: text }, ['name'])), responses: { ...shows(shown, '201'), ...stated } },
      },
      '/things/{id}': {
        parameters: [param('id')],
        get: { responses: { ...shows(shown), ...missing, ...stated } },
        delete: { responses: { ...noBody, ...missing, ...stated } },
      },
    });
  const personas: Persona[] = [
    { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
    { name: 'viewer', description: 'Cannot delete things.', authType: 'BEARER' },
  ];
  const server =
    (isChecked: boolean): MakeServer =>
    () => {
      const { routes } = store('/things', {}, (serial) => `t${serial}`);
      const guarded = Object.entries(routes).map(([key, act]): [string, typeof act] => [
        key,
        (asked) => {
          const who = asked.headers['authorization'];
          if (isChecked && !/^Bearer (admin|viewer)$/.test(who ?? '')) return { status: 401, body: {} };
          if (isChecked && key.startsWith('DELETE') && who === 'Bearer viewer') return { status: 403, body: {} };
          return act(asked);
        },
      ]);
      return Object.fromEntries(guarded);
    };

  it('is checked for both: refused passes, let in is decisive', async () => {
    const both = document(refused);
    const { bundle } = await plan(both, personas);
    const kinds = new Set(bundle.plans.map(({ kind }) => kind));
    expect([kinds.has('unauthenticated'), kinds.has('forbidden')]).toEqual([true, true]);
    expect(failures(await verify(both, server(true), undefined, personas))).toEqual([]);
    expect(decisive(await verify(both, server(false), undefined, personas)).join()).toMatch(
      /AUTHN_MISSING.*AUTHZ_FUNCTION|AUTHZ_FUNCTION.*AUTHN_MISSING/s,
    );
  });

  it('is not checked where it states 401 alone, as documents do of everything', async () => {
    const { bundle } = await plan(document({ '401': refused['401'] }), personas);
    expect(bundle.plans.some(({ kind }) => kind === 'unauthenticated')).toBe(false);
  });
});
