import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { type Answered, decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const pet = object({ id: integer, name: text, note: text }, ['id', 'name']);
const named = object({ name: text, note: text }, ['name']);
const missing = { '404': { description: 'none' } };

/** An update whose body names the pet, below an owner so that the path has another item's id. */
const pets = (method: 'put' | 'patch') =>
  spec({
    '/owners': {
      post: { ...takes(object({ name: text }, ['name'])), responses: shows(object({ id: integer }, ['id']), '201') },
    },
    '/owners/{ownerId}': { parameters: [param('ownerId', integer)], delete: { responses: noBody } },
    '/owners/{ownerId}/pets': {
      parameters: [param('ownerId', integer)],
      post: { ...takes(named), responses: shows(pet, '201') },
      [method]: {
        ...takes(object({ id: integer, name: text, note: text }, method === 'put' ? ['name'] : [])),
        responses: shows(pet),
      },
    },
    '/owners/{ownerId}/pets/{petId}': {
      parameters: [param('ownerId', integer), param('petId', integer)],
      get: { responses: { ...shows(pet), ...missing } },
      delete: { responses: noBody },
    },
  });

type Pet = { id: number; owner: number; name: unknown; note: unknown };

function petServer(method: 'PUT' | 'PATCH', change: (before: Pet, body: Record<string, unknown>) => Pet): () => Routes {
  return () => {
    const all = new Map<number, Pet>();
    let serial = 100;
    const shown = (found: Pet | undefined): Answered =>
      found ? { status: 200, body: { id: found.id, name: found.name, note: found.note } } : { status: 404, body: {} };
    return {
      'POST /owners': () => ({ status: 201, body: { id: (serial += 1) } }),
      'DELETE /owners/:owner': () => ({ status: 204 }),
      'POST /owners/:owner/pets': ({ params: [owner], body }) => {
        serial += 1;
        all.set(serial, { id: serial, owner: Number(owner), name: body['name'], note: body['note'] });
        return { ...shown(all.get(serial)), status: 201 };
      },
      [`${method} /owners/:owner/pets`]: ({ body }) => {
        const before = all.get(Number(body['id']));
        if (!before) return { status: 404, body: {} };
        all.set(before.id, change(before, body));
        return shown({ ...before, ...body });
      },
      'GET /owners/:owner/pets/:pet': ({ params: [, id] }) => shown(all.get(Number(id))),
      'DELETE /owners/:owner/pets/:pet': ({ params: [, id] }) => ({ status: all.delete(Number(id)) ? 204 : 404 }),
    };
  };
}

const kinds = ['update-read' as const];
const stored = (before: Pet, body: Record<string, unknown>): Pet => ({ ...before, ...body });

describe.each(['PUT', 'PATCH'] as const)('a %s on the collection with the id in its body', (method) => {
  const document = pets(method === 'PUT' ? 'put' : 'patch');

  it('carries the id, reads before and after, and passes on a sound server', async () => {
    const result = await verifyServer(document, petServer(method, stored), { kinds });
    expect(result.plans.map(({ subject }) => subject)).toContain(`${method} /owners/{ownerId}/pets`);
    for (const { steps } of result.plans)
      expect(steps.find((step) => step.method === method)?.body?.value).toMatchObject({
        object: { id: { capture: expect.stringMatching(/^petId/) } },
      });
    expect(result.journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('is found not to store what it was sent', async () => {
    const found = decisive(
      await verifyServer(
        document,
        petServer(method, (before) => before),
        { kinds },
      ),
    );
    expect(found).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']);
  });
});

it('a body whose id is read-only names no item', async () => {
  const document = pets('put');
  const path = document.paths as Record<string, Record<string, { requestBody?: object }>>;
  const update = path['/owners/{ownerId}/pets']?.['put'];
  if (update) Object.assign(update, takes(object({ id: { ...integer, readOnly: true }, name: text }, ['name'])));
  const { bundle } = await planFeature({ spec: document, personas: [] });
  expect(bundle.plans.map(({ kind }) => kind)).not.toContain('update-read');
});

describe('a PUT to a chosen id', () => {
  const flag = object({ key: text, note: text }, ['key']);
  const flags = spec({
    '/flags/{key}': {
      parameters: [param('key')],
      put: { ...takes(object({ note: text }, ['note'])), responses: { ...shows(flag), ...shows(flag, '201') } },
      get: { responses: { ...shows(flag), ...missing } },
      delete: { responses: noBody },
    },
  });

  function flagServer(isLost: boolean): () => Routes {
    return () => {
      const all = new Map<string, unknown>();
      return {
        'PUT /flags/:key': ({ params: [key = ''], body }) => {
          const isNew = !all.has(key);
          if (isNew || !isLost) all.set(key, body['note']);
          return { status: isNew ? 201 : 200, body: { key, note: body['note'] } };
        },
        'GET /flags/:key': ({ params: [key = ''] }) =>
          all.has(key) ? { status: 200, body: { key, note: all.get(key) } } : { status: 404, body: {} },
        'DELETE /flags/:key': ({ params: [key = ''] }) => ({ status: all.delete(key) ? 204 : 404 }),
      };
    };
  }

  it('creates, and the next one changes', async () => {
    const sound = await verifyServer(flags, flagServer(false), { kinds });
    expect(sound.plans.map(({ subject }) => subject)).toEqual(['PUT /flags/{key}']);
    expect(sound.journeys.map(({ status }) => status)).toEqual(['pass']);
    expect(decisive(await verifyServer(flags, flagServer(true), { kinds }))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED',
    ]);
  });
});

describe('an item that is put to a chosen id', () => {
  const flag = object({ key: text, note: text }, ['key']);
  const flags = spec({
    '/flags/{key}': {
      parameters: [param('key')],
      get: { responses: { ...shows(flag), ...missing } },
      put: { ...takes(object({ note: text })), responses: shows(flag, '201') },
    },
  });

  it('is another than the one that nobody knows', async () => {
    const { bundle } = await planFeature({ spec: flags, personas: [] });
    const unknown = bundle.plans.find(({ kind }) => kind === 'not-found');
    const [made, , asked] = (unknown?.steps ?? []).map(({ params }) => JSON.stringify(params.path));
    expect(asked).toContain('unique');
    expect(asked).not.toBe(made);
  });
});

const member = object({ id: text, note: text }, ['id', 'note']);
const seats = (put: object) =>
  spec({
    '/seats': { get: { responses: shows({ type: 'array', items: member }) } },
    '/seats/{id}': {
      parameters: [param('id')],
      put: { ...takes(object({ note: text }, ['note'])), responses: { ...noBody, ...put } },
      delete: { responses: noBody },
    },
  });

const all = { kinds: ['create-list', 'update-read', 'delete-gone'] as PlanKind[] };

function seatServer(isKept: boolean): () => Routes {
  return () => {
    const all = new Map<string, unknown>();
    return {
      'GET /seats': () => ({ status: 200, body: [...all].map(([id, note]) => ({ id, note })) }),
      'PUT /seats/:id': ({ params: [id = ''], body }) => {
        if (isKept) all.set(id, body['note']);
        return { status: 204 };
      },
      'DELETE /seats/:id': ({ params: [id = ''] }) => ({ status: all.delete(id) ? 204 : 404, body: {} }),
    };
  };
}

describe('a PUT that answers nothing', () => {
  it('makes what the list shows by the id that was chosen', async () => {
    const { bundle } = await planFeature({ spec: seats({}), personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(['create-list', 'update-read', 'delete-gone']);
    expect(decisive(await verifyServer(seats({}), seatServer(true), all))).toEqual([]);
  });

  it('and is missed there where it is lost', async () => {
    const lost = decisive(await verifyServer(seats({}), seatServer(false), all));
    expect(lost).toEqual([expect.stringContaining('FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST')]);
  });
});
