import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Author = { type: 'authors'; id: string; attributes: { name: string; born: number | null } };
type Book = {
  type: 'books';
  id: string;
  attributes: { title: string; isbn?: string; published?: number };
  relationships: { author: { data: { type: 'authors'; id: string } } };
};

const MEDIA_TYPE = 'application/vnd.api+json';

const answer = (context: Context, document: object, status: 200 | 201 = 200) =>
  context.body(JSON.stringify(document), status, { 'content-type': MEDIA_TYPE });

const member = (holder: Body, name: string): Body => {
  const value = holder[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body)
    : refuse(422, `${name} is missing`);
};

/** The resource object that was sent. */
async function resourceOf(context: Context, type: string): Promise<Body> {
  if (!context.req.header('content-type')?.startsWith(MEDIA_TYPE)) refuse(415, `Send ${MEDIA_TYPE}`);
  const data = member(await bodyOf(context, 422), 'data');
  if (data.type !== type) refuse(409, `type must be ${type}`);
  return data;
}

function create(): Hono {
  const authors = new Map<string, Author>();
  const books = new Map<string, Book>();
  let made = 0;
  const app = new Hono();
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const errors = [{ status: String(status), title: status === 500 ? 'Internal error' : error.message }];
    return context.body(JSON.stringify({ errors }), status, { 'content-type': MEDIA_TYPE });
  });
  const author = (id: unknown) => authors.get(String(id)) ?? refuse(404, 'There is no such author');
  const book = (id: unknown) => books.get(String(id)) ?? refuse(404, 'There is no such book');

  app.get('/authors', (context) => answer(context, { data: [...authors.values()] }));
  app.post('/authors', async (context) => {
    const attributes = checked(member(await resourceOf(context, 'authors'), 'attributes'), 422);
    const born = attributes.has('born') ? attributes.number('born', -5000, 3000) : null;
    const added: Author = {
      type: 'authors',
      id: String((made += 1)),
      attributes: { name: attributes.text('name', 100), born },
    };
    authors.set(added.id, added);
    return answer(context, { data: added }, 201);
  });
  app.get('/authors/:id', (context) => answer(context, { data: author(context.req.param('id')) }));
  app.patch('/authors/:id', async (context) => {
    const found = author(context.req.param('id'));
    const data = await resourceOf(context, 'authors');
    if (data.id !== found.id) refuse(409, 'id must be that of the path');
    const sent = member(data, 'attributes');
    const attributes = checked(sent, 422);
    if (attributes.has('name')) found.attributes.name = attributes.text('name', 100);
    if (sent.born !== undefined)
      found.attributes.born = sent.born === null ? null : attributes.number('born', -5000, 3000);
    return answer(context, { data: found });
  });
  app.delete('/authors/:id', (context) => {
    authors.delete(author(context.req.param('id')).id);
    return context.body(null, 204);
  });

  app.get('/books', (context) => {
    const number = queryNumber(context, 'page[number]', 1, 1, 1e6);
    const size = queryNumber(context, 'page[size]', 20, 1, 50);
    const by = context.req.query('filter[author]');
    const found = [...books.values()].filter(
      ({ relationships }) => by === undefined || relationships.author.data.id === by,
    );
    const link = (page: number) =>
      `/books?${new URLSearchParams({ 'page[number]': String(page), 'page[size]': String(size), ...(by && { 'filter[author]': by }) })}`;
    const next = number * size < found.length ? link(number + 1) : null;
    return answer(context, {
      data: found.slice((number - 1) * size, number * size),
      links: { self: link(number), next },
    });
  });
  app.post('/books', async (context) => {
    const data = await resourceOf(context, 'books');
    const attributes = checked(member(data, 'attributes'), 422);
    const related = member(member(member(data, 'relationships'), 'author'), 'data');
    const added: Book = {
      type: 'books',
      id: String((made += 1)),
      attributes: {
        title: attributes.text('title', 500),
        ...(attributes.has('isbn') && { isbn: attributes.matching('isbn', /^97[89][0-9]{10}$/) }),
        ...(attributes.has('published') && { published: attributes.number('published', 1450, 2100) }),
      },
      relationships: { author: { data: { type: 'authors', id: author(related.id).id } } },
    };
    books.set(added.id, added);
    return answer(context, { data: added }, 201);
  });
  app.get('/books/:id', (context) => answer(context, { data: book(context.req.param('id')) }));
  app.delete('/books/:id', (context) => {
    books.delete(book(context.req.param('id')).id);
    return context.body(null, 204);
  });
  return app;
}

export const library = referenceServer(import.meta.dirname, {
  name: 'library',
  style: 'JSON:API: its media type, attributes and relationships, next links',
  document: 'openapi.yaml',
  create,
});
