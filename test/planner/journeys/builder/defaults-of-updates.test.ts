import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

describe('what an update documents that it takes members for, where they are not sent', () => {
  const tags = { type: 'array', items: text };
  const kept = { title: text, note: text, tags };
  const file = object({ id: integer, ...kept }, ['id', 'title']);
  const documentOf = (inUpdate: object) =>
    spec({
      '/files': {
        post: { ...takes(object(kept, ['title'])), responses: shows(file, '201') },
        get: { responses: shows({ type: 'array', items: file }) },
      },
      '/files/{id}': {
        ...item(file),
        patch: { ...takes(object({ ...kept, ...inUpdate })), responses: shows(file) },
      },
    });
  /** Fills in what an update does not send. */
  const filling =
    (filled: object): MakeServer =>
    () => {
      const { on, routes } = store('/files', {});
      routes['PATCH /files/{id}'] = on((one, body) => ({
        status: 200,
        body: Object.assign(one, filled, body),
      }));
      return routes;
    };

  it('are not claimed to stay as they were', async () => {
    const document = documentOf({ tags: { ...tags, default: [] } });
    expect(failures(await verify(document, filling({ tags: [] })))).toEqual([]);
  });

  it('others are', async () => {
    const document = documentOf({ tags: { ...tags, default: [] } });
    expect(decisive(await verify(document, filling({ tags: [], note: 'lost' })))).toContain(
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A file changed by PATCH in one field keeps the others',
    );
    expect(decisive(await verify(documentOf({}), filling({ tags: [] })))).toContain(
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A file changed by PATCH in one field keeps the others',
    );
  });
});
