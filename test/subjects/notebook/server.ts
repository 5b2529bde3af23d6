import { Hono } from 'hono';
import type { Context } from 'hono';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';
import { referenceServer } from '../reference-server.ts';

type Note = {
  id: number;
  title: string;
  text: string;
  tags: string[];
  deleted: boolean;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
};
type Comment = { id: number; noteId: number; text: string };

const now = () => new Date().toISOString();

async function draftOf(context: Context): Promise<{ title: string; text: string; tags: string[] }> {
  const body = checked(await bodyOf(context, 422), 422);
  const tags = body.has('tags') ? body.texts('tags') : [];
  if (tags.length > 10 || tags.some((tag) => tag.length > 30)) refuse(422, 'at most 10 tags of 30 characters');
  return { title: body.text('title', 100), text: body.has('text') ? body.text('text', 20_000, 0) : '', tags };
}

function create(): Hono {
  const notes: Note[] = [];
  const comments: Comment[] = [];
  const app = new Hono();
  answerErrors(app, (_, error) => ({ error }));
  const note = (context: Context) =>
    notes.find(({ id }) => String(id) === context.req.param('noteId')) ?? refuse(404, 'There is no such note.');

  app.get('/notes', (context) => {
    const page = queryNumber(context, 'page', 1, 1, 1_000_000);
    const size = queryNumber(context, 'size', 20, 1, 50);
    const { tag, includeDeleted } = context.req.query();
    const shown = notes.filter(
      (one) => (includeDeleted === 'true' || !one.deleted) && (tag === undefined || one.tags.includes(tag)),
    );
    return context.json({ items: shown.slice((page - 1) * size, page * size), page, size, total: shown.length });
  });
  app.post('/notes', async (context) => {
    const draft = await draftOf(context);
    const at = now();
    const made: Note = {
      id: notes.length + 1001,
      ...draft,
      deleted: false,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
    notes.push(made);
    return context.json(made, 201, { location: `/notes/${made.id}` });
  });
  app.get('/notes/:noteId', (context) => context.json(note(context)));
  app.put('/notes/:noteId', async (context) => {
    const found = note(context);
    if (found.deleted) refuse(409, 'The note is deleted.');
    return context.json(Object.assign(found, await draftOf(context), { updatedAt: now() }));
  });
  app.delete('/notes/:noteId', (context) => {
    const found = note(context);
    if (found.deleted) refuse(404, 'There is no such note.');
    Object.assign(found, { deleted: true, deletedAt: now() });
    return context.body(null, 204);
  });
  app.post('/notes/:noteId/restore', (context) =>
    context.json(Object.assign(note(context), { deleted: false, deletedAt: null })),
  );
  app.get('/notes/:noteId/comments', (context) => {
    const { id } = note(context);
    return context.json(comments.filter(({ noteId }) => noteId === id));
  });
  app.post('/notes/:noteId/comments', async (context) => {
    const { id } = note(context);
    const text = checked(await bodyOf(context, 422), 422).text('text', 1000);
    const made = { id: comments.length + 1, noteId: id, text };
    comments.push(made);
    return context.json(made, 201);
  });
  return app;
}

export const notebook = referenceServer(import.meta.dirname, {
  name: 'notebook',
  style: 'soft delete with restore, integer ids, page and size, no identity',
  document: 'openapi.yaml',
  create,
});
