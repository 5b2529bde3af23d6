import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';
import { isTag, sentRecipe } from './model.ts';
import type { Rating, Recipe } from './model.ts';

type Held = { recipe: Recipe; ratings: Map<string, Rating> };
type Cookbook = { id: string; name: string; description: string; createdAt: string; recipeIds: Set<string> };
type Store = { recipes: Map<string, Held>; cookbooks: Map<string, Cookbook> };

const BASE = '/api';
const KEYS: Record<string, 'cook' | 'reader'> = { rk_cook_5fT8w2: 'cook', rk_read_Qm31xz: 'reader' };

const now = () => new Date().toISOString();
const link = (path: string) => ({ href: BASE + path });

function hal(context: Context, body: object, status: 200 | 201 = 200, location?: string): Response {
  const headers = { 'content-type': 'application/hal+json', ...(location !== undefined && { location }) };
  return context.json(body, status, headers);
}

function shownRecipe({ recipe, ratings }: Held) {
  const stars = [...ratings.values()].map((one) => one.stars);
  const sum = stars.reduce((total, one) => total + one, 0);
  const self = `/recipes/${recipe.id}`;
  return {
    ...recipe,
    rating: { average: stars.length === 0 ? null : Math.round((sum / stars.length) * 10) / 10, count: stars.length },
    _links: { self: link(self), ratings: link(`${self}/ratings`) },
  };
}

function shownCookbook({ recipeIds, ...cookbook }: Cookbook) {
  return { ...cookbook, recipeCount: recipeIds.size, _links: { self: link(`/cookbooks/${cookbook.id}`) } };
}

function shownRating(recipeId: string, rating: Rating) {
  const recipe = `/recipes/${recipeId}`;
  return { ...rating, _links: { self: link(`${recipe}/ratings/${rating.id}`), recipe: link(recipe) } };
}

/** A page of a list as HAL has it, with links to the pages around it that there are. */
function page(context: Context, path: string, rel: string, all: object[], filter: Record<string, string> = {}) {
  const number = queryNumber(context, 'page', 1, 1, 1_000_000);
  const size = queryNumber(context, 'size', 20, 1, 50);
  const totalPages = Math.ceil(all.length / size);
  const to = (one: number) => link(`${path}?${new URLSearchParams({ ...filter, page: `${one}`, size: `${size}` })}`);
  return hal(context, {
    page: { number, size, totalElements: all.length, totalPages },
    _links: {
      self: to(number),
      ...(number > 1 && { prev: to(number - 1) }),
      ...(number < totalPages && { next: to(number + 1) }),
    },
    _embedded: { [rel]: all.slice((number - 1) * size, number * size) },
  });
}

const heldRecipe = ({ recipes }: Store, context: Context) =>
  recipes.get(context.req.param('recipeId') ?? '') ?? refuse(404, 'No such recipe');

function addRecipes(app: Hono, store: Store): void {
  const { recipes, cookbooks } = store;
  app.get('/recipes', (context) => {
    const { q, tag } = context.req.query();
    if (q !== undefined && q.length > 100) refuse(400, 'q must be at most 100 characters');
    if (tag !== undefined && !isTag(tag)) refuse(400, 'tag must be a word like "one-pot"');
    const has = (text: string) => text.toLowerCase().includes((q ?? '').toLowerCase());
    const found = [...recipes.values()]
      .filter(({ recipe: one }) => [one.title, one.description, ...one.ingredients.map(({ name }) => name)].some(has))
      .filter(({ recipe }) => tag === undefined || recipe.tags.includes(tag));
    const filter = { ...(q !== undefined && { q }), ...(tag !== undefined && { tag }) };
    return page(context, '/recipes', 'recipes', found.map(shownRecipe), filter);
  });
  app.post('/recipes', async (context) => {
    const sent = await sentRecipe(context);
    const made = { recipe: { id: randomUUID(), ...sent, createdAt: now(), updatedAt: now() }, ratings: new Map() };
    recipes.set(made.recipe.id, made);
    return hal(context, shownRecipe(made), 201, `${BASE}/recipes/${made.recipe.id}`);
  });
  app.get('/recipes/:recipeId', (context) => hal(context, shownRecipe(heldRecipe(store, context))));
  app.put('/recipes/:recipeId', async (context) => {
    const held = heldRecipe(store, context);
    Object.assign(held.recipe, await sentRecipe(context), { updatedAt: now() });
    return hal(context, shownRecipe(held));
  });
  app.delete('/recipes/:recipeId', (context) => {
    const { id } = heldRecipe(store, context).recipe;
    recipes.delete(id);
    for (const { recipeIds } of cookbooks.values()) recipeIds.delete(id);
    return context.body(null, 204);
  });
  app.get('/tags', (context) => {
    const counts = Map.groupBy([...recipes.values()].flatMap(({ recipe }) => recipe.tags).toSorted(), (tag) => tag);
    const tags = [...counts].map(([name, { length }]) => {
      return { name, recipeCount: length, _links: { recipes: link(`/recipes?tag=${name}`) } };
    });
    return hal(context, { _links: { self: link('/tags') }, _embedded: { tags } });
  });
}

function addRatings(app: Hono, store: Store): void {
  const rating = (context: Context) =>
    heldRecipe(store, context).ratings.get(context.req.param('ratingId') ?? '') ?? refuse(404, 'No such rating');
  app.get('/recipes/:recipeId/ratings', (context) => {
    const { recipe, ratings } = heldRecipe(store, context);
    const shown = [...ratings.values()].map((one) => shownRating(recipe.id, one));
    return page(context, `/recipes/${recipe.id}/ratings`, 'ratings', shown);
  });
  app.post('/recipes/:recipeId/ratings', async (context) => {
    const { recipe, ratings } = heldRecipe(store, context);
    const sent = await bodyOf(context);
    const body = checked(sent);
    const made: Rating = {
      id: randomUUID(),
      author: body.text('author', 60),
      stars: body.number('stars', 1, 5),
      comment: sent.comment === undefined || sent.comment === null ? null : body.text('comment', 500, 0),
      createdAt: now(),
    };
    ratings.set(made.id, made);
    return hal(context, shownRating(recipe.id, made), 201, `${BASE}/recipes/${recipe.id}/ratings/${made.id}`);
  });
  app.get('/recipes/:recipeId/ratings/:ratingId', (context) =>
    hal(context, shownRating(context.req.param('recipeId'), rating(context))),
  );
  app.delete('/recipes/:recipeId/ratings/:ratingId', (context) => {
    heldRecipe(store, context).ratings.delete(rating(context).id);
    return context.body(null, 204);
  });
}

function addCookbooks(app: Hono, store: Store): void {
  const { recipes, cookbooks } = store;
  const find = (context: Context) =>
    cookbooks.get(context.req.param('cookbookId') ?? '') ?? refuse(404, 'No such cookbook');
  const uniqueName = (body: Body, id: string) => {
    const name = checked(body).text('name', 80);
    const taken = [...cookbooks.values()].some((one) => one.name === name && one.id !== id);
    return taken ? refuse(409, 'There is a cookbook of this name') : name;
  };
  app.get('/cookbooks', (context) =>
    page(context, '/cookbooks', 'cookbooks', [...cookbooks.values()].map(shownCookbook)),
  );
  app.post('/cookbooks', async (context) => {
    const sent = await bodyOf(context);
    const description = sent.description === undefined ? '' : checked(sent).text('description', 500, 0);
    const made = {
      id: randomUUID(),
      name: uniqueName(sent, ''),
      description,
      createdAt: now(),
      recipeIds: new Set<string>(),
    };
    cookbooks.set(made.id, made);
    return hal(context, shownCookbook(made), 201, `${BASE}/cookbooks/${made.id}`);
  });
  app.get('/cookbooks/:cookbookId', (context) => {
    const cookbook = find(context);
    const inside = [...recipes.values()].filter(({ recipe }) => cookbook.recipeIds.has(recipe.id)).map(shownRecipe);
    return hal(context, { ...shownCookbook(cookbook), _embedded: { recipes: inside } });
  });
  app.patch('/cookbooks/:cookbookId', async (context) => {
    const cookbook = find(context);
    const sent = await bodyOf(context);
    const changes = {
      ...(sent.description !== undefined && { description: checked(sent).text('description', 500, 0) }),
      ...(sent.name !== undefined && { name: uniqueName(sent, cookbook.id) }),
    };
    return hal(context, shownCookbook(Object.assign(cookbook, changes)));
  });
  app.delete('/cookbooks/:cookbookId', (context) => {
    cookbooks.delete(find(context).id);
    return context.body(null, 204);
  });
  app.put('/cookbooks/:cookbookId/recipes/:recipeId', (context) => {
    find(context).recipeIds.add(heldRecipe(store, context).recipe.id);
    return context.body(null, 204);
  });
  app.delete('/cookbooks/:cookbookId/recipes/:recipeId', (context) => {
    const { recipeIds } = find(context);
    return recipeIds.delete(context.req.param('recipeId'))
      ? context.body(null, 204)
      : refuse(404, 'Not in this cookbook');
  });
}

function create(): Hono {
  const store: Store = { recipes: new Map(), cookbooks: new Map() };
  const app = new Hono().basePath(BASE);
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const body = { message: status === 500 ? 'Internal error' : error.message, logref: randomUUID() };
    return context.json(body, status, { 'content-type': 'application/vnd.error+json' });
  });
  app.use(async (context, next) => {
    const role = KEYS[context.req.header('x-api-key') ?? ''] ?? refuse(401, 'Unknown API key');
    if (role === 'reader' && !['GET', 'HEAD'].includes(context.req.method)) refuse(403, 'This key may only read');
    await next();
  });
  addRecipes(app, store);
  addRatings(app, store);
  addCookbooks(app, store);
  return app;
}

export const recipes = referenceServer(import.meta.dirname, {
  name: 'recipes',
  style: 'HAL with links and embedded lists, API key in a header, a key that may only read, members put in and out',
  document: 'openapi.yaml',
  personas: [
    { name: 'Cook', description: 'Can write recipes, rate them and keep cookbooks.', authType: 'HEADER' },
    { name: 'Reader', description: 'Read-only: can look at everything, may not change anything.', authType: 'HEADER' },
  ],
  env: {
    AUTH_COOK: '{"headers":{"X-Api-Key":"rk_cook_5fT8w2"}}',
    AUTH_READER: '{"headers":{"X-Api-Key":"rk_read_Qm31xz"}}',
  },
  identities: { owner: { 'x-api-key': 'rk_cook_5fT8w2' }, outsider: { 'x-api-key': 'rk_read_Qm31xz' } },
  create,
});
