import { describe, expect, it } from 'vitest';

import { type Asked, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const note = object({ id: integer, title: text }, ['id', 'title']);
const documentOf = (status = '201', more: object = {}) =>
  spec({
    '/api/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(note, status), ...more } },
      get: { responses: shows({ type: 'array', items: note }) },
    },
    '/api/notes/{id}': item(note),
  });
const document = documentOf();

/** `locate`: the Location of what is made. */
const server =
  (locate: (id: string) => string | undefined, status = 201): MakeServer =>
  () => {
    const { routes, items } = store('/api/notes', {});
    const create = routes['POST /api/notes'] as (asked: Asked) => Told;
    items.set('0', { id: 0, title: 'there before' });
    routes['POST /api/notes'] = (asked) => {
      const { body } = create(asked) as { body: { id: number } };
      const location = locate(String(body.id));
      return { status, body, ...(location === undefined ? {} : { headers: { location } }) };
    };
    routes['GET /api/notes/{id}/page'] = () => ok('<html>');
    routes['GET /api/jobs/{id}'] = ({ params: [id] }) => ok({ id: `job-${id}` });
    return routes;
  };

describe('the Location of what was made', () => {
  it.each<[string, (id: string) => string | undefined]>([
    ['is not there', () => undefined],
    ['is its path', (id) => `/api/notes/${id}`],
    ['is its address', (id) => `http://small.test/api/notes/${id}/`],
    ['lacks what a proxy puts before it', (id) => `/notes/${id}`],
    ['has what a proxy takes away', (id) => `/inner/api/notes/${id}`],
    ['has what a proxy put in its middle', (id) => `/api/v1/notes/${id}`],
    ['is on another host', () => 'http://inner:8080/api/note/1'],
    ['is relative', (id) => id],
    ['is a page elsewhere', (id) => `/notes/${id}/edit`],
    ['shows something else', (id) => `/api/notes/${id}/page`],
    ['is a job', (id) => `/api/jobs/${id}`],
    ['is the list', () => '/api/notes?sort=title'],
    ['is no address', () => 'http://'],
  ])('is no fault where it %s', async (_name, locate) => {
    expect(failures(await verify(document, server(locate)))).toEqual([]);
  });

  it.each<[string, (id: string) => string]>([
    ['nobody', (id) => `/api/notes/${id}99`],
    ['another thing', () => 'http://small.test/api/notes/0'],
    ['a path that is not served', (id) => `/api/note/${id}`],
    ['what nothing was filled in for', () => '/api/notes/{id}'],
    ['a path without its slash', (id) => `/api/notes${id}`],
  ])('is told where it leads to %s, once', async (_name, locate) => {
    const result = await verify(document, server(locate));
    expect(failures(result)).toEqual(['FAIL_DECISIVE_CONTRACT LOCATION_MISLEADS: A created note can be read back']);
    expect(result.journeys.find(({ status }) => status === 'fail')?.details).toBe(
      'the Location that POST /api/notes answered does not lead to what GET /api/notes/{id} shows',
    );
  });

  it.each<[string, object, number]>([
    ['a 202 answers, which names work', documentOf('201', { '202': { description: 'later' } }), 201],
    ['no 201 is documented', documentOf('200'), 200],
  ])('is not claimed where %s', async (_name, other, status) => {
    const { bundle } = await plan(other);
    expect(JSON.stringify(bundle.plans)).not.toContain('"located"');
    expect(
      failures(
        await verify(
          other,
          server((id) => `/api/notes/${id}99`, status),
        ),
      ),
    ).toEqual([]);
  });
});
