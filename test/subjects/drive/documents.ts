import type { Context } from 'hono';
import { checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

export type Folder = { id: string; name: string; parentId: string | null; createdAt: string };
export type Share = { id: string; email: string; role: (typeof ROLES)[number]; createdAt: string };
type Version = ReturnType<typeof newVersion>;
export type Document = {
  id: string;
  name: string;
  mediaType: string;
  folderId: string | null;
  owner: string;
  trashedAt: string | null;
  createdAt: string;
  updatedAt: string;
  revision: number;
  versions: Version[];
  shares: Map<string, Share>;
};
export type Drive = { folders: Map<string, Folder & { owner: string }>; documents: Map<string, Document> };

const USERS: Map<string, string> = new Map([
  ['Bearer drv_ines', 'ines@papers.example'],
  ['Bearer drv_tomas', 'tomas@papers.example'],
]);
export const ROLES = ['viewer', 'editor'] as const;
const RANKS = [...ROLES, 'owner'];
export const MEDIA_TYPES = ['text/plain', 'text/markdown', 'text/csv'];
export const MOST_CHARACTERS = 200_000;
export const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)+$/i;

export const now = () => new Date().toISOString();
export const caller = (context: Context): string =>
  USERS.get(context.req.header('authorization') ?? '') ?? refuse(401, 'The access token is missing or unknown.');

export const newVersion = (number: number, author: string, content: string, comment: string | null) => {
  return { number, size: Buffer.byteLength(content), comment, author, createdAt: now(), content };
};

export const withoutContent = (version: Version) => ({ ...version, content: undefined });

export const summary = (document: Document) => {
  const { number: version, size } = document.versions.at(-1) ?? { number: 0, size: 0 };
  return { ...document, version, size, revision: undefined, versions: undefined, shares: undefined };
};

export const answer = (context: Context, document: Document, status: 200 | 201 = 200) => {
  context.header('etag', `"r${document.revision}"`);
  return context.json({ ...summary(document), content: document.versions.at(-1)?.content }, status);
};

export const change = (document: Document, fields: Partial<Document>): Document =>
  Object.assign(document, fields, { updatedAt: now(), revision: document.revision + 1 });

export const roleOf = (document: Document, user: string): string | undefined => {
  if (document.owner === user) return 'owner';
  return [...document.shares.values()].find(({ email }) => email.toLowerCase() === user)?.role;
};

/** The document of the path, for a caller of at least this role. Who may not even see it gets 404. */
export const documentFor = (drive: Drive, context: Context, least: string): Document => {
  const document = drive.documents.get(context.req.param('id') ?? '');
  const role = document && roleOf(document, caller(context));
  if (document === undefined || role === undefined) return refuse(404, 'There is no such document.');
  return RANKS.indexOf(role) < RANKS.indexOf(least) ? refuse(403, `You are only a ${role} of it.`) : document;
};

export const requireMatch = (context: Context, { revision }: Document): void => {
  const sent = context.req.header('if-match') ?? refuse(428, 'Send If-Match with the ETag of the document.');
  const tags = sent.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(`"r${revision}"`)) refuse(412, 'The document has changed meanwhile.');
};

export const refuseTrashed = ({ trashedAt }: Document): void => {
  if (trashedAt !== null) refuse(409, 'The document is in the trash.');
};

export const folderFor = (drive: Drive, context: Context, id: unknown): Folder | undefined => {
  const folder = drive.folders.get(String(id));
  return folder?.owner === caller(context) ? folder : undefined;
};

/** A folder that the body names, null for the top. */
export const placeIn = (drive: Drive, context: Context, body: Body, field: string): string | null => {
  if (body[field] === null) return null;
  return folderFor(drive, context, checked(body, 422).text(field, 36))?.id ?? refuse(422, `${field} is no folder`);
};
