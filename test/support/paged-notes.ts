import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { item } from './small-store.ts';

export type Schema = Record<string, unknown>;

const note = object({ id: integer, title: text }, ['id', 'title']);

/** A document of notes whose list takes these query parameters, and says something beside its page. */
export const pagedNotes =
  (parameters: Record<string, Schema>) =>
  (beside: Record<string, Schema>): ReturnType<typeof spec> =>
    spec({
      '/notes': {
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
        get: {
          parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
          responses: shows(object({ data: { type: 'array', items: note }, ...beside }, ['data'])),
        },
      },
      '/notes/{id}': item(note),
    });
