import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import { EMAIL, MEDIA_TYPES, MOST_CHARACTERS, ROLES, UUID } from './documents.ts';
import { answer, caller, change, documentFor, folderFor, newVersion, now, placeIn } from './documents.ts';
import { refuseTrashed, requireMatch, roleOf, summary, withoutContent } from './documents.ts';
import type { Document, Drive, Folder, Share } from './documents.ts';

const paged = (context: Context, found: object[]) => {
  const size = queryNumber(context, 'pageSize', 25, 1, 100);
  const token = context.req.query('pageToken');
  const start = token === undefined ? 0 : Number(Buffer.from(token, 'base64url').toString() || 'none');
  if (!Number.isInteger(start) || start < 0) refuse(400, 'pageToken is not one of ours.');
  const next = start + size;
  const nextPageToken = next < found.length ? Buffer.from(String(next)).toString('base64url') : null;
  return context.json({ items: found.slice(start, next), nextPageToken });
};

const queryId = (context: Context, name: string): string | undefined => {
  const id = context.req.query(name);
  return id === undefined || UUID.test(id) ? id : refuse(400, `${name} is not an identifier.`);
};

function addFolders(app: Hono, drive: Drive): void {
  const own = (context: Context) =>
    folderFor(drive, context, context.req.param('id')) ?? refuse(404, 'There is no such folder.');
  const shown = ({ id, name, parentId, createdAt }: Folder): Folder => ({ id, name, parentId, createdAt });
  app.get('/folders', (context) => {
    const parentId = queryId(context, 'parentId');
    const found = [...drive.folders.values()]
      .filter(({ owner }) => owner === caller(context))
      .filter((one) => parentId === undefined || one.parentId === parentId);
    return paged(context, found.map(shown));
  });
  app.post('/folders', async (context) => {
    const body = await bodyOf(context, 422);
    const owner = caller(context);
    const name = checked(body, 422).text('name', 120);
    const parentId = body.parentId === undefined ? null : placeIn(drive, context, body, 'parentId');
    const taken = [...drive.folders.values()].some(
      (one) => one.owner === owner && one.parentId === parentId && one.name === name,
    );
    if (taken) refuse(409, 'There is a folder of this name already.');
    const made = { id: randomUUID(), name, parentId, createdAt: now(), owner };
    drive.folders.set(made.id, made);
    return context.json(shown(made), 201);
  });
  app.get('/folders/:id', (context) => context.json(shown(own(context))));
  app.delete('/folders/:id', (context) => {
    const { id } = own(context);
    const inside = [...drive.folders.values()].some(({ parentId }) => parentId === id);
    if (inside || [...drive.documents.values()].some(({ folderId }) => folderId === id))
      refuse(409, 'The folder is not empty.');
    drive.folders.delete(id);
    return context.body(null, 204);
  });
}

function addDocuments(app: Hono, drive: Drive): void {
  app.get('/documents', (context) => {
    const { q = '', trashed = 'false' } = context.req.query();
    const folderId = queryId(context, 'folderId');
    if (trashed !== 'true' && trashed !== 'false') refuse(400, 'trashed is true or false.');
    const found = [...drive.documents.values()]
      .filter((one) => roleOf(one, caller(context)) !== undefined)
      .filter((one) => folderId === undefined || one.folderId === folderId)
      .filter(
        ({ name, trashedAt }) => name.toLowerCase().includes(q.toLowerCase()) && String(trashedAt !== null) === trashed,
      );
    return paged(context, found.map(summary));
  });
  app.post('/documents', async (context) => {
    const body = await bodyOf(context, 422);
    const { text, oneOf } = checked(body, 422);
    const [owner, createdAt] = [caller(context), now()];
    const document: Document = {
      id: randomUUID(),
      name: text('name', 255),
      mediaType: body.mediaType === undefined ? 'text/plain' : oneOf('mediaType', MEDIA_TYPES),
      folderId: body.folderId === undefined ? null : placeIn(drive, context, body, 'folderId'),
      owner,
      trashedAt: null,
      createdAt,
      updatedAt: createdAt,
      revision: 1,
      versions: [newVersion(1, owner, body.content === undefined ? '' : text('content', MOST_CHARACTERS, 0), null)],
      shares: new Map(),
    };
    drive.documents.set(document.id, document);
    return answer(context, document, 201);
  });
  app.get('/documents/:id', (context) => answer(context, documentFor(drive, context, 'viewer')));
  app.patch('/documents/:id', async (context) => {
    const document = documentFor(drive, context, 'editor');
    requireMatch(context, document);
    const body = await bodyOf(context, 422);
    const { text, oneOf } = checked(body, 422);
    const fields = {
      ...(body.name !== undefined && { name: text('name', 255) }),
      ...(body.mediaType !== undefined && { mediaType: oneOf('mediaType', MEDIA_TYPES) }),
    };
    refuseTrashed(document);
    return answer(context, change(document, fields));
  });
  app.delete('/documents/:id', (context) => {
    const { id, trashedAt } = documentFor(drive, context, 'owner');
    if (trashedAt === null) refuse(409, 'Only what is in the trash can be deleted for good.');
    drive.documents.delete(id);
    return context.body(null, 204);
  });
  app.post('/documents/:id/move', async (context) => {
    const document = documentFor(drive, context, 'owner');
    const folderId = placeIn(drive, context, await bodyOf(context, 422), 'folderId');
    refuseTrashed(document);
    return answer(context, change(document, { folderId }));
  });
  app.post('/documents/:id/trash', (context) => {
    const document = documentFor(drive, context, 'owner');
    refuseTrashed(document);
    return answer(context, change(document, { trashedAt: now() }));
  });
  app.post('/documents/:id/restore', (context) => {
    const document = documentFor(drive, context, 'owner');
    if (document.trashedAt === null) refuse(409, 'The document is not in the trash.');
    return answer(context, change(document, { trashedAt: null }));
  });
}

function addVersions(app: Hono, drive: Drive): void {
  app.put('/documents/:id/content', async (context) => {
    const document = documentFor(drive, context, 'editor');
    requireMatch(context, document);
    const body = await bodyOf(context, 422);
    const content = checked(body, 422).text('content', MOST_CHARACTERS, 0);
    const comment = body.comment === undefined ? null : checked(body, 422).text('comment', 200, 0);
    refuseTrashed(document);
    document.versions.push(newVersion(document.versions.length + 1, caller(context), content, comment));
    return answer(context, change(document, {}));
  });
  app.get('/documents/:id/versions', (context) => {
    const { versions } = documentFor(drive, context, 'viewer');
    return context.json({ items: versions.toReversed().map(withoutContent) });
  });
  app.get('/documents/:id/versions/:number', (context) => {
    const { versions } = documentFor(drive, context, 'viewer');
    const found = versions.find(({ number }) => String(number) === context.req.param('number'));
    return context.json(found ?? refuse(404, 'There is no such version.'));
  });
}

function addShares(app: Hono, drive: Drive): void {
  app.get('/documents/:id/shares', (context) =>
    context.json({ items: [...documentFor(drive, context, 'owner').shares.values()] }),
  );
  app.post('/documents/:id/shares', async (context) => {
    const document = documentFor(drive, context, 'owner');
    const body = checked(await bodyOf(context, 422), 422);
    body.text('email', 254);
    const made: Share = {
      id: randomUUID(),
      email: body.matching('email', EMAIL),
      role: body.oneOf('role', ROLES),
      createdAt: now(),
    };
    if (roleOf(document, made.email.toLowerCase())) refuse(409, 'This address has access already.');
    document.shares.set(made.id, made);
    return context.json(made, 201);
  });
  app.delete('/documents/:id/shares/:share', (context) => {
    const { shares } = documentFor(drive, context, 'owner');
    if (!shares.delete(context.req.param('share'))) refuse(404, 'There is no such share.');
    return context.body(null, 204);
  });
}

function create(): Hono {
  const drive: Drive = { folders: new Map(), documents: new Map() };
  const app = new Hono().basePath('/v2');
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const detail = status === 500 ? 'Something went wrong.' : error.message;
    const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
    return context.json(problem, status, { 'content-type': 'application/problem+json' });
  });
  app.use(async (context, next) => {
    caller(context);
    await next();
  });
  for (const add of [addFolders, addDocuments, addVersions, addShares]) add(app, drive);
  return app;
}

export const drive = referenceServer(import.meta.dirname, {
  name: 'drive',
  style: 'folders and documents with versions, trash and shares; ETag and required If-Match, problem+json, page tokens',
  document: 'openapi.yaml',
  personas: [
    { name: 'Ines', description: 'Can keep her own folders and documents and share them.', authType: 'BEARER' },
    { name: 'Tomas', description: 'Has no access to what Ines keeps; sees 404 for it.', authType: 'BEARER' },
    { name: 'Anonymous', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_INES: '{"token":"drv_ines"}', AUTH_TOMAS: '{"token":"drv_tomas"}' },
  identities: { owner: { authorization: 'Bearer drv_ines' }, outsider: { authorization: 'Bearer drv_tomas' } },
  create,
});
