import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok } from '#test/small-store.ts';

const keyed = (more: Record<string, object> = {}, required: string[] = []) =>
  object({ key: { ...text, example: 'PAY' }, ...(more as Record<string, never>) }, ['key', ...required]);
const project = object({ id: text, key: text, name: text }, ['id', 'key', 'name']);
const ticketOf = (reference: object) =>
  object({ fields: object({ project: reference as never, summary: text }, ['project', 'summary']) }, ['fields']);
const link = { inwardTicket: keyed(), outwardTicket: keyed() };
const links = object({ id: text, ...link }, ['id', 'inwardTicket', 'outwardTicket']);

const documentOf = (reference: object) =>
  spec({
    '/projects': {
      post: { ...takes(object({ key: text, name: text }, ['key', 'name'])), responses: shows(project, '201') },
    },
    '/projects/{projectKey}': { ...item(project), parameters: [param('projectKey')] },
    '/tickets': {
      post: {
        ...takes(ticketOf(reference)),
        responses: shows(object({ id: text, key: text }, ['id', 'key']), '201'),
      },
    },
    '/tickets/{ticketKey}': {
      parameters: [param('ticketKey')],
      get: {
        responses: {
          ...shows(object({ id: text, key: text, fields: object({ project, summary: text }, ['project', 'summary']) })),
          ...missing,
        },
      },
      delete: { responses: { ...noBody, ...missing } },
    },
    '/links': { post: { ...takes(object(link, Object.keys(link))), responses: shows(links, '201') } },
    '/links/{linkId}': { ...item(links), parameters: [param('linkId')] },
  });

type Named = { key?: string };
type Faults = { mixedUp?: boolean; turned?: boolean };

/** Projects are known by a key that the client chooses, tickets by one that the server makes of it; links join two of them. */
const serverOf =
  ({ mixedUp, turned }: Faults = {}): MakeServer =>
  () => {
    const all = {
      projects: new Map<string, Fields>(),
      tickets: new Map<string, Fields>(),
      links: new Map<string, Fields>(),
    };
    let serial = 0;
    const keep = (kind: keyof typeof all, key: string, one: Fields): Fields => {
      const made = { id: String(serial), ...one };
      all[kind].set(key, made);
      return made;
    };
    const made = (body: unknown): Told => ({ status: 201, body });
    const refused: Told = { status: 400, body: { error: 'not valid' } };
    const at = (kind: keyof typeof all, key: string) => ({
      [`GET /${kind}/{${key}}`]: ({ params: [id = ''] }: { params: string[] }) => {
        const found = all[kind].get(id);
        return found ? ok(found) : notFound;
      },
      [`DELETE /${kind}/{${key}}`]: ({ params: [id = ''] }: { params: string[] }) =>
        all[kind].delete(id) ? { status: 204 } : notFound,
    });
    return {
      ...at('projects', 'projectKey'),
      ...at('tickets', 'ticketKey'),
      ...at('links', 'linkId'),
      'POST /projects': ({ body }) => {
        serial += 1;
        const key = String(body['key']);
        return all.projects.has(key) ? { status: 409, body: {} } : made(keep('projects', key, body));
      },
      'POST /tickets': ({ body }) => {
        serial += 1;
        const { project: named, summary } = body['fields'] as { project: Named; summary: string };
        const into = all.projects.get(named.key ?? '');
        if (!into) return refused;
        const key = `${named.key ?? ''}-${serial}`;
        const shown = mixedUp ? { ...into, key: 'OTHER' } : into;
        const { id } = keep('tickets', key, { key, fields: { project: shown, summary } });
        return made({ id, key });
      },
      'POST /links': ({ body }) => {
        serial += 1;
        const { inwardTicket, outwardTicket } = body as Record<string, Named>;
        const ends = [inwardTicket, outwardTicket].map((one) => all.tickets.get(one?.key ?? ''));
        if (ends.includes(undefined) || ends[0] === ends[1]) return refused;
        const shown = turned ? { inwardTicket: outwardTicket, outwardTicket: inwardTicket } : body;
        return made(keep('links', String(serial), shown));
      },
    };
  };

describe('what an object names by a key alone', () => {
  const document = documentOf(keyed());

  it('is made first, inside an envelope, too, and both ends of what joins two are two things', async () => {
    const result = await verify(document, serverOf());
    expect(failures(result)).toEqual([]);
    const names = result.journeys.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['A created ticket can be read back', 'A created link can be read back']),
    );
  });

  it('is told where another one is shown', async () => {
    expect(decisive(await verify(document, serverOf({ mixedUp: true }))).join()).toContain(
      'A created ticket can be read back',
    );
  });

  it('is told where the ends are turned round', async () => {
    expect(decisive(await verify(document, serverOf({ turned: true }))).join()).toContain(
      'A created link can be read back',
    );
  });

  it.each([
    ['its kind is not known by that', object({ code: text }, ['code'])],
    ['it says more than what the thing is called', keyed({ budget: text })],
    ['more is required of it', keyed({ name: text }, ['name'])],
  ])('is made up where %s', async (_, reference) => {
    const { bundle } = await plan(documentOf(reference));
    const found = bundle.plans.find(({ name }) => name === 'A created ticket can be read back');
    expect(found?.steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /tickets',
      'GET /tickets/{ticketKey}',
    ]);
  });
});
