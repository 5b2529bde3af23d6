import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { referenceServer } from '../reference-server.ts';
import { bodyOf } from '../request.ts';
import type { Body } from '../request.ts';
import { MAX_RESULTS, URN, fail, groupKind, leaveGroups, listed, nameOf, newDirectory } from './model.ts';
import { newKept, patched, replaced, userKind } from './model.ts';
import type { Client, Directory, Kept, Kind } from './model.ts';

const baseOf = (context: Context) => `${new URL(context.req.url).origin}/scim/v2`;

const scim = (context: Context, body: object, status: ContentfulStatusCode = 200) =>
  context.body(JSON.stringify(body), status, { 'content-type': 'application/scim+json' });

function caller({ clients }: Directory, context: Context): Client {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  const client = clients.get(token);
  if (client) return client;
  context.header('www-authenticate', 'Bearer realm="scim"');
  return fail(401, 'The access token is missing or not valid.');
}

function queryOf(context: Context): Body {
  const query: Body = context.req.query();
  for (const field of ['startIndex', 'count'])
    if (query[field] !== undefined) query[field] = /^-?\d+$/.test(String(query[field])) ? Number(query[field]) : null;
  return query;
}

const allOf = <Form>(kind: Kind<Form>, context: Context): Body[] =>
  // As JSON, so that what is not assigned is not there.
  [...kind.kept.values()].map((one) => JSON.parse(JSON.stringify(kind.show(one, baseOf(context)))) as Body);

/** What the caller wants to see of a resource: only groups can be had without their members. */
function shortener(context: Context, kind: 'User' | 'Group'): (shown: Body) => Body {
  const excluded = kind === 'Group' ? context.req.query('excludedAttributes') : undefined;
  if (excluded === undefined) return (shown) => shown;
  if (excluded !== 'members') fail(400, 'Only members can be excluded.', 'invalidValue');
  return (shown) => ({ ...shown, members: undefined });
}

async function messageOf(context: Context, urns: string[]): Promise<Body> {
  const body = await bodyOf(context);
  const { schemas } = body;
  const isGood = Array.isArray(schemas) && schemas.includes(urns[0]) && schemas.every((one) => urns.includes(one));
  return isGood ? body : fail(400, `schemas must name ${urns[0]}.`, 'invalidSyntax');
}

function onlyVersion<Form>(context: Context, { version }: Kept<Form>): void {
  const tags = (context.req.header('if-match') ?? '*').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(`"${version}"`)) fail(412, 'The resource has changed since this version.');
}

function recorderOf<Form>(directory: Directory, kind: Kind<Form>) {
  return (context: Context, what: string, one: Kept<Form>): void => {
    const { user } = caller(directory, context);
    directory.events.unshift({
      schemas: [URN.audit],
      id: randomUUID(),
      eventType: `${kind.name.toLowerCase()}.${what}`,
      occurredAt: new Date().toISOString(),
      actor: { value: user.id, display: nameOf(user) },
      target: { value: one.id, type: kind.name, display: kind.label(one.form) },
    });
  };
}

function addResource<Form>(app: Hono, directory: Directory, kind: Kind<Form>): void {
  const [path, record] = [`/${kind.name}s`, recorderOf(directory, kind)];
  const isOwner = ({ id }: Kept<Form>) => [...directory.clients.values()].some(({ user }) => user.id === id);
  const picked = (context: Context) => {
    const id = context.req.param('id') ?? '';
    return kind.kept.get(id) ?? fail(404, `${kind.name} ${id} not found.`);
  };
  const shown = (context: Context, one: Kept<Form>, status: 200 | 201 = 200) => {
    context.header('etag', `W/"${one.version}"`);
    return scim(context, kind.show(one, baseOf(context)), status);
  };
  const onlyUnique = (form: Form, self?: Kept<Form>) => {
    const label = kind.label(form).toLowerCase();
    const isTaken = [...kind.kept.values()].some((one) => one !== self && kind.label(one.form).toLowerCase() === label);
    if (isTaken) fail(409, `There is already a ${kind.name} of this name.`, 'uniqueness');
  };
  const change = (context: Context, one: Kept<Form>, form: Form) => {
    const [was, is] = [kind.isActive(one.form), kind.isActive(form)];
    if (!is && isOwner(one)) fail(403, 'The owner of an access token cannot be deactivated.');
    onlyUnique(form, one);
    const turned = is ? 'reactivated' : 'deactivated';
    if (replaced(one, form)) record(context, was === is ? 'updated' : turned, one);
    return shown(context, one);
  };

  app.get(path, (context) => {
    const { Resources, ...list } = listed(allOf(kind, context), kind.filters, kind.sorts, queryOf(context));
    return scim(context, { ...list, Resources: Resources.map(shortener(context, kind.name)) });
  });
  app.post(path, async (context) => {
    const made = newKept(kind.read(await messageOf(context, kind.urns)));
    onlyUnique(made.form);
    kind.kept.set(made.id, made);
    record(context, 'created', made);
    context.header('location', `${baseOf(context)}${path}/${made.id}`);
    return shown(context, made, 201);
  });
  app.get(`${path}/:id`, (context) => {
    const one = picked(context);
    context.header('etag', `W/"${one.version}"`);
    return scim(context, shortener(context, kind.name)(kind.show(one, baseOf(context))));
  });
  app.put(`${path}/:id`, async (context) => {
    const sent = await messageOf(context, kind.urns);
    const one = picked(context);
    onlyVersion(context, one);
    return change(context, one, kind.read(sent));
  });
  app.patch(`${path}/:id`, async (context) => {
    const sent = await messageOf(context, [URN.patch]);
    const one = picked(context);
    onlyVersion(context, one);
    return change(context, one, patched(kind, one, sent));
  });
  app.delete(`${path}/:id`, (context) => {
    const one = picked(context);
    onlyVersion(context, one);
    if (isOwner(one)) fail(403, 'The owner of an access token cannot be deleted.');
    kind.kept.delete(one.id);
    record(context, 'deleted', one);
    if (kind.name === 'User') leaveGroups(directory, one.id);
    return context.body(null, 204);
  });
}

function addConfiguration(app: Hono, directory: Directory): void {
  const supported = { supported: true };
  const not = { supported: false };
  app.get('/ServiceProviderConfig', (context) => {
    const location = `${baseOf(context)}/ServiceProviderConfig`;
    return scim(context, {
      schemas: [URN.config],
      documentationUri: 'https://docs.northgate.example/scim',
      patch: supported,
      bulk: { ...not, maxOperations: 0, maxPayloadSize: 0 },
      filter: { ...supported, maxResults: MAX_RESULTS },
      changePassword: not,
      sort: supported,
      etag: supported,
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'OAuth Bearer Token',
          description: 'The access token of a provisioning client',
          specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location },
    });
  });
  const typesOf = (context: Context) =>
    [userKind(directory), groupKind(directory)].map(({ name, urns: [schema, ...extensions] }) => ({
      schemas: [URN.resourceType],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema,
      schemaExtensions: extensions.map((urn) => ({ schema: urn, required: false })),
      meta: { resourceType: 'ResourceType', location: `${baseOf(context)}/ResourceTypes/${name}` },
    }));
  app.get('/ResourceTypes', (context) => {
    const Resources = typesOf(context);
    return scim(context, { schemas: [URN.list], totalResults: 2, startIndex: 1, itemsPerPage: 2, Resources });
  });
  app.get('/ResourceTypes/:id', (context) => {
    const found = typesOf(context).find(({ id }) => id === context.req.param('id'));
    return scim(context, found ?? fail(404, 'There is no such type of resources.'));
  });
}

function addQueries(app: Hono, directory: Directory): void {
  const users = userKind(directory);
  app.post('/Users/.search', async (context) => {
    const asked = await messageOf(context, [URN.search]);
    return scim(context, listed(allOf(users, context), users.filters, users.sorts, asked));
  });
  app.get('/Me', (context) => {
    const { user } = caller(directory, context);
    const shown = users.show(user, baseOf(context));
    context.header('content-location', `${baseOf(context)}/Users/${user.id}`);
    context.header('etag', `W/"${user.version}"`);
    return scim(context, shown);
  });
  const filters = ['eventType', 'occurredAt', 'actor.value', 'target.value', 'target.type'];
  app.get('/AuditEvents', (context) => {
    const { filter, startIndex, count } = queryOf(context);
    return scim(context, listed(directory.events, filters, [], { filter, startIndex, count }));
  });
}

function refuseOtherMethods(app: Hono): void {
  const refusal = (allowed: string) => (context: Context) => {
    context.header('allow', allowed);
    return fail(405, `Only ${allowed} can be done here.`);
  };
  for (const path of ['/Users', '/Groups']) {
    app.all(path, refusal('GET, POST'));
    app.all(`${path}/:id`, refusal('GET, PUT, PATCH, DELETE'));
  }
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/:id', '/Me', '/AuditEvents'])
    app.all(path, refusal('GET'));
}

function answerErrors(app: Hono): void {
  app.onError((error, context) => {
    const known = error instanceof HTTPException ? error : undefined;
    const status = known?.status ?? 500;
    const scimType = known?.cause ?? (status === 400 ? 'invalidSyntax' : undefined);
    const detail = known?.message ?? 'Internal error';
    return scim(context, { schemas: [URN.error], status: String(status), scimType, detail }, status as 500);
  });
  app.notFound(() => fail(404, 'There is no such endpoint.'));
}

function create(): Hono {
  const directory = newDirectory();
  const app = new Hono().basePath('/scim/v2');
  answerErrors(app);
  app.use(async (context, next) => {
    const { canWrite } = caller(directory, context);
    const { method, path } = context.req;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) || path.endsWith('/.search');
    if (!isRead && !canWrite) fail(403, 'The access token lacks the scope directory:write.');
    const type = context.req.header('content-type') ?? '';
    const isScim = /^application\/(scim\+)?json\s*(;|$)/i.test(type);
    if (['POST', 'PUT', 'PATCH'].includes(method) && !isScim) fail(415, 'The body must be application/scim+json.');
    await next();
  });
  addQueries(app, directory);
  addResource(app, directory, userKind(directory));
  addResource(app, directory, groupKind(directory));
  addConfiguration(app, directory);
  refuseOtherMethods(app);
  return app;
}

export const directory = referenceServer(import.meta.dirname, {
  name: 'directory',
  style:
    'SCIM 2.0: users and groups with PatchOp, filters as a language, startIndex and count, weak ETags, typed errors',
  document: 'openapi.yaml',
  personas: [
    { name: 'Provisioning', description: 'Provisioning client: may read and change everything.', authType: 'BEARER' },
    { name: 'Reporting', description: 'Read-only client: may read everything and change nothing.', authType: 'BEARER' },
    { name: 'Anonymous', description: 'Has no access token and no access.', authType: 'NONE' },
  ],
  env: { AUTH_PROVISIONING: '{"token":"scim-provisioning"}', AUTH_REPORTING: '{"token":"scim-reporting"}' },
  identities: {
    owner: { authorization: 'Bearer scim-provisioning' },
    outsider: { authorization: 'Bearer scim-reporting' },
  },
  create,
});
