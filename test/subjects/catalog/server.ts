import { Hono } from 'hono';
import type { Context } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';

type Category = { id: number; name: string };
type Product = { id: number; name: string; price: number; categoryId: number; stock: number; barcode?: string };

const ORDERS: Record<string, (a: Product, b: Product) => number> = {
  id: (a, b) => a.id - b.id,
  name: (a, b) => a.name.localeCompare(b.name),
  price: (a, b) => a.price - b.price,
};

function create(): Hono {
  const categories: Category[] = [];
  const products: Product[] = [];
  let sequence = 100;
  const app = new Hono().basePath('/api');
  answerErrors(app, (status, message) => ({ timestamp: new Date().toISOString(), status, message }));
  app.use(basicAuth({ username: 'clerk', password: 'c0unter' }));

  const category = (id: unknown) => categories.find((one) => String(one.id) === String(id));
  const product = (context: Context) =>
    products.find(({ id }) => String(id) === context.req.param('id')) ?? refuse(404, 'Not Found');
  const sentProduct = async (context: Context): Promise<Omit<Product, 'id'>> => {
    const body = checked(await bodyOf(context));
    const categoryId = body.number('categoryId', 1, Number.MAX_SAFE_INTEGER);
    if (!category(categoryId)) refuse(400, `There is no category ${categoryId}`);
    return {
      name: body.text('name', 120),
      price: body.number('price', 0, 1e9, false),
      categoryId,
      stock: body.has('stock') ? body.number('stock', 0, 1e9) : 0,
      ...(body.has('barcode') && { barcode: body.matching('barcode', /^[0-9]{13}$/) }),
    };
  };

  app.get('/categories', (context) => context.json(categories));
  app.post('/categories', async (context) => {
    const name = checked(await bodyOf(context)).text('name', 50, 2);
    if (categories.some((one) => one.name.toLowerCase() === name.toLowerCase())) refuse(409, `${name} exists`);
    const made = { id: (sequence += 1), name };
    categories.push(made);
    return context.json(made, 201);
  });
  app.get('/categories/:id', (context) => context.json(category(context.req.param('id')) ?? refuse(404, 'Not Found')));
  app.delete('/categories/:id', (context) => {
    const found = category(context.req.param('id')) ?? refuse(404, 'Not Found');
    if (products.some(({ categoryId }) => categoryId === found.id)) refuse(409, 'The category has products');
    categories.splice(categories.indexOf(found), 1);
    return context.body(null, 204);
  });

  app.get('/products', (context) => {
    const offset = queryNumber(context, 'offset', 0, 0, 1e9);
    const limit = queryNumber(context, 'limit', 25, 1, 100);
    const { categoryId, sort = 'id', inStock } = context.req.query();
    const order = ORDERS[sort.replace('-', '')] ?? refuse(400, `Cannot sort by ${sort}`);
    const found = products
      .filter((one) => categoryId === undefined || String(one.categoryId) === categoryId)
      .filter(({ stock }) => inStock === undefined || String(stock > 0) === inStock)
      .toSorted((a, b) => (sort.startsWith('-') ? order(b, a) : order(a, b)));
    return context.json({ content: found.slice(offset, offset + limit), totalElements: found.length, offset, limit });
  });
  app.post('/products', async (context) => {
    const made = { id: (sequence += 1), ...(await sentProduct(context)) };
    products.push(made);
    return context.json(made, 201);
  });
  app.get('/products/:id', (context) => context.json(product(context)));
  app.put('/products/:id', async (context) => {
    const found = product(context);
    const changed = { id: found.id, ...(await sentProduct(context)) };
    products[products.indexOf(found)] = changed;
    return context.json(changed);
  });
  app.delete('/products/:id', (context) => {
    products.splice(products.indexOf(product(context)), 1);
    return context.body(null, 204);
  });
  app.patch('/products/:id/price', async (context) => {
    const found = product(context);
    found.price = checked(await bodyOf(context)).number('price', 0, 1e9, false);
    return context.json(found);
  });
  return app;
}

const BASIC = `Basic ${Buffer.from('clerk:c0unter').toString('base64')}`;

export const catalog = referenceServer(import.meta.dirname, {
  name: 'catalog',
  style: 'Swagger 2.0, foreign keys in bodies, offset and limit, sorting, basic authentication',
  document: 'swagger.json',
  personas: [{ name: 'Clerk', description: 'A clerk manages categories and products.', authType: 'BASIC' }],
  env: { AUTH_CLERK: '{"username":"clerk","password":"c0unter"}' },
  identities: { owner: { authorization: BASIC }, outsider: { authorization: 'Basic bm9ib2R5Om5vYm9keQ==' } },
  create,
});
