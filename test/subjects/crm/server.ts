import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';

type Company = {
  id: number;
  name: string;
  industry: string | null;
  website: string | null;
  employees: number | null;
  created_at: string;
};
type Contact = {
  id: number;
  company_id: number;
  first_name: string;
  last_name: string;
  full_name: string;
  phone: string | null;
  birthday: string | null;
  newsletter: boolean;
};

async function sentCompany(context: Context) {
  const body = checked(await bodyOf(context, 422), 422);
  return {
    name: body.text('name', 255),
    industry: body.has('industry') ? body.text('industry', 60) : null,
    website: body.has('website') ? body.matching('website', /^https?:\/\/[^\s]+$/) : null,
    employees: body.has('employees') ? body.number('employees', 0, 1e9) : null,
  };
}

/** One page of what was found, as the framework pages everything. */
function paginate<T>(context: Context, found: T[]) {
  const page = queryNumber(context, 'page', 1, 1, 1e6);
  const perPage = queryNumber(context, 'per_page', 15, 1, 100);
  const meta = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(found.length / perPage)),
    per_page: perPage,
    total: found.length,
  };
  return context.json({ data: found.slice((page - 1) * perPage, page * perPage), meta });
}

function create(): Hono {
  const companies = new Map<number, Company>();
  const contacts = new Map<number, Contact>();
  let companyId = 0;
  let contactId = 0;
  const app = new Hono().basePath('/api');
  answerErrors(app, (status, message) =>
    status === 422 ? { message, errors: { [message.split(' ')[0] ?? '']: [message] } } : { message },
  );
  app.notFound((context) => context.json({ message: `The route ${context.req.path} could not be found.` }, 404));
  app.use(async (context, next) => {
    if (context.req.header('authorization') !== 'Bearer 1|sales') refuse(401, 'Unauthenticated.');
    await next();
  });
  const company = (context: Context) =>
    companies.get(Number(context.req.param('id'))) ?? refuse(404, 'No query results for model [Company].');
  const contact = (context: Context) =>
    contacts.get(Number(context.req.param('id'))) ?? refuse(404, 'No query results for model [Contact].');

  app.get('/companies', (context) => {
    const industry = context.req.query('filter[industry]');
    const all = [...companies.values()];
    return paginate(context, industry === undefined ? all : all.filter((one) => one.industry === industry));
  });
  app.post('/companies', async (context) => {
    const made = { id: (companyId += 1), ...(await sentCompany(context)), created_at: new Date().toISOString() };
    companies.set(made.id, made);
    return context.json({ data: made }, 201);
  });
  app.get('/companies/:id', (context) => context.json({ data: company(context) }));
  app.put('/companies/:id', async (context) =>
    context.json({ data: Object.assign(company(context), await sentCompany(context)) }),
  );
  app.delete('/companies/:id', (context) => {
    companies.delete(company(context).id);
    return context.json({ message: 'Deleted.' });
  });

  app.get('/contacts', (context) => {
    const of = context.req.query('company_id');
    const all = [...contacts.values()];
    return paginate(context, of === undefined ? all : all.filter((one) => String(one.company_id) === of));
  });
  app.post('/contacts', async (context) => {
    const body = checked(await bodyOf(context, 422), 422);
    const company_id = body.number('company_id', 1, Number.MAX_SAFE_INTEGER);
    if (!companies.has(company_id)) refuse(422, 'company_id is invalid');
    const first_name = body.text('first_name', 100);
    const last_name = body.text('last_name', 100);
    const made: Contact = {
      id: (contactId += 1),
      company_id,
      first_name,
      last_name,
      full_name: `${first_name} ${last_name}`,
      phone: body.has('phone') ? body.text('phone', 30) : null,
      birthday: body.has('birthday') ? body.matching('birthday', /^\d{4}-\d\d-\d\d$/) : null,
      newsletter: body.has('newsletter') ? body.flag('newsletter') : false,
    };
    contacts.set(made.id, made);
    return context.json({ data: made }, 201);
  });
  app.get('/contacts/:id', (context) => context.json({ data: contact(context) }));
  app.delete('/contacts/:id', (context) => {
    contacts.delete(contact(context).id);
    return context.body(null, 204);
  });
  return app;
}

export const crm = referenceServer(import.meta.dirname, {
  name: 'crm',
  style: 'everything wrapped in data, parameters named after the resource, foreign keys',
  document: 'openapi.yaml',
  personas: [{ name: 'Sales', description: 'Can manage companies and contacts.', authType: 'BEARER' }],
  env: { AUTH_SALES: '{"token":"1|sales"}' },
  identities: { owner: { authorization: 'Bearer 1|sales' }, outsider: { authorization: 'Bearer 0|none' } },
  create,
});
