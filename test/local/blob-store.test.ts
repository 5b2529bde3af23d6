import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mintScope, taskScope } from '#domain/access/scope.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { LocalUploads } from '../../local/blob-store/local-uploads.ts';
import { serveBlob } from '../../local/blob-store/serve-blob.ts';
import { SignedUrls } from '../../local/blob-store/signed-urls.ts';

const scope = mintScope.tenant('11111111-1111-4111-8111-111111111111');
const other = mintScope.tenant('22222222-2222-4222-8222-222222222222');
const key = 'projects/p/builds/b/plans.json';
const content = Buffer.from('a document, not only ASCII: ß€');
let folder: string;
let blobs: FileBlobs;
let nowMs: number;
let urls: SignedUrls;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  blobs = new FileBlobs(folder);
  nowMs = 1_800_000_000_000;
  urls = new SignedUrls({ secret: Buffer.alloc(32, 7), origin: () => 'http://127.0.0.1:1', now: () => nowMs });
});
afterEach(() => rm(folder, { recursive: true }));

const signed = () =>
  urls.signDownload(scope, key, { filename: 'run "1"/ß.txt', contentType: 'text/plain', expiresInSeconds: 300 });
const fetched = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const { pathname, search } = new URL(url);
  return serveBlob({ method, path: pathname, rawQuery: search.slice(1), headers }, urls, blobs);
};

it('gives back what was written, to its own tenant only, and leaves no unfinished file', async () => {
  expect(await blobs.read(scope, key)).toBeUndefined();
  await blobs.write(scope, key, Buffer.from('old'));
  await blobs.write(scope, key, content);
  expect(Buffer.from((await blobs.read(scope, key))!)).toEqual(content);
  expect(await blobs.read(other, key)).toBeUndefined();
  expect(await readdir(join(folder, scope.tenantId, 'projects/p/builds/b'))).toEqual(['plans.json']);
});

it('gives up uploads after a day, and keeps younger ones', async () => {
  const uploads = new LocalUploads(blobs, urls);
  const feature = taskScope.feature({ tenantId: scope.tenantId, workspaceId: 'w', projectId: 'p', featureId: 'f' });
  for (const id of ['old', 'young']) await blobs.write(scope, `p/f/${id}`, content);
  const dayAgo = Date.now() / 1000 - 24 * 3600;
  await utimes(join(folder, scope.tenantId, 'p/f/old'), dayAgo - 5, dayAgo - 5);
  expect(await uploads.removeOld(new Date())).toBe(1);
  expect(await uploads.fetch(feature, 'old')).toBeUndefined();
  expect(Buffer.from((await uploads.fetch(feature, 'young'))!)).toEqual(content);
});

it('refuses a key that would leave its tenant', async () => {
  await blobs.write(other, 'secret', content);
  await expect(blobs.read(scope, `../${other.tenantId}/secret`)).rejects.toThrow('would leave its tenant');
  await expect(blobs.write(mintScope.tenant('..'), 'x', content)).rejects.toThrow('would leave its tenant');
});

it('refuses a damaged file by name', async () => {
  await blobs.write(scope, key, content);
  const path = join(folder, scope.tenantId, key);
  const stored = await readFile(path);
  stored[40]! ^= 1;
  await writeFile(path, stored);
  await expect(blobs.read(scope, key)).rejects.toThrow(`${path} is damaged`);
});

it('answers a signed URL with the document as an attachment until it expires', async () => {
  await blobs.write(scope, key, content);
  const { url, expiresAt } = await signed();
  expect(expiresAt.getTime()).toBe(nowMs + 300_000);
  const answer = await fetched(url);
  expect(answer.status).toBe(200);
  expect(Buffer.from(answer.body)).toEqual(content);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="run-1-.txt"',
  });
  nowMs += 300_000;
  expect((await fetched(url)).status).toBe(403);
});

it('refuses a URL with any part changed', async () => {
  await blobs.write(scope, key, content);
  await blobs.write(other, key, content);
  const { url } = await signed();
  const changed = [
    url.replace(scope.tenantId, other.tenantId),
    url.replace('plans.json', 'plans.jsom'),
    url.replace('expires=18', 'expires=19'),
    url.replace('type=text', 'type=html'),
    `${url}&type=text%2Fhtml`,
    url.replace(/signature=.*/, 'signature=00'),
    url.replace(/&signature=.*/, ''),
    url.replace(/\?.*/, ''),
  ];
  for (const each of changed) expect([each, (await fetched(each)).status]).toEqual([each, 403]);
});

it('answers 404 for a document that is gone, 400 where a token is sent along, 405 to a write', async () => {
  const { url } = await signed();
  expect((await fetched(url)).status).toBe(404);
  expect((await fetched(url, { authorization: 'Bearer x' })).status).toBe(400);
  expect((await fetched(url, {}, 'PUT')).status).toBe(405);
});

it('removes what lies below a folder, portion by portion, and nothing beside it', async () => {
  for (const name of ['a', 'b', 'c/d', 'c/e']) await blobs.write(scope, `projects/p/${name}`, content);
  await blobs.write(scope, 'projects/pq/a', content);
  await blobs.write(other, 'projects/p/a', content);
  const removed = [];
  for (let turn = 0; turn < 4; turn += 1) removed.push(await blobs.removeBelow(scope, 'projects/p/', 2));
  expect(removed).toEqual([2, 2, 0, 0]);
  expect(await blobs.read(scope, 'projects/p/a')).toBeUndefined();
  expect(await blobs.read(scope, 'projects/pq/a')).toBeDefined();
  expect(await blobs.read(other, 'projects/p/a')).toBeDefined();
});

it('removes a folder while others write into it', async () => {
  const over = new AbortController();
  const write = async (writer: number) => {
    for (let file = 0; !over.signal.aborted; file += 1)
      await blobs.write(scope, `projects/p/verifiers/f/${writer}/${file % 3}/file`, content).catch(() => undefined);
  };
  const writers = Array.from({ length: 4 }, (_, writer) => write(writer));
  const refusals: unknown[] = [];
  for (let times = 0; times < 150; times += 1)
    await blobs.removeBelow(scope, 'projects/p/verifiers/f', 1000).catch((error: unknown) => refusals.push(error));
  over.abort();
  await Promise.all(writers);
  expect(refusals).toEqual([]);
});
