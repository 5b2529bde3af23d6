import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LocalCipher } from '../../local/cipher/local-cipher.ts';
import { type Entry, entryOf } from '../../local/fsck/dump.ts';
import { openTable } from '../../local/table/open-table.ts';
import { startLocalService } from '../support/local-service.ts';
import { widgetSpec } from '../support/widgets.ts';

const PATIENCE_MS = 120_000;
const canary = (name: string): string => `cänary "${name}" 7f3a9c51d2`;

const credentialsOf = {
  BEARER: { token: canary('bearer') },
  BASIC: { username: 'ada', password: canary('basic') },
  HEADER: { headers: { 'x-key': canary('header') } },
  HTTP_ENDPOINT: { url: 'https://login.test', body: canary('endpoint') },
  JS: { accessKey: canary('script') },
};

/** Every form in which a secret could lie somewhere. */
const formsOf = (secret: string): Buffer[] => {
  const bytes = Buffer.from(secret);
  const texts = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('hex'),
    ...['base64', 'base64url'].map((form) => bytes.toString(form as 'base64').replace(/=+$/, '')),
  ];
  return [...texts.map((text) => Buffer.from(text)), gzipSync(bytes), zstdCompressSync(bytes)];
};

/** A place with whatever it unpacks to. */
const unpacked = (place: Buffer): Buffer[] => {
  if (place.readUInt16BE(0) === 0x1f8b) return [place, gunzipSync(place)];
  return place.length > 4 && place.readUInt32LE(0) === 0xfd2fb528 ? [place, zstdDecompressSync(place)] : [place];
};

const hits = (places: Map<string, Buffer>, secrets: string[]): string[] =>
  [...places].flatMap(([name, place]) => {
    const found = place.length < 4 ? [] : unpacked(place);
    return secrets.some((secret) => formsOf(secret).some((form) => found.some((bytes) => bytes.includes(form))))
      ? [name]
      : [];
  });

const filesIn = (folder: string): [string, Buffer][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))]);

const dump = async (folder: string): Promise<Entry[]> => {
  const table = await openTable({ directory: join(folder, 'table') });
  const entries: Entry[] = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  await table.close();
  return entries;
};

const plainly = (entry: Entry): Buffer =>
  Buffer.from(
    JSON.stringify(entry, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    ),
  );

test(
  'a secret of a persona is nowhere but in its own ciphertext',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'canary-'));
    const service = await startLocalService(folder);
    const { token, workspaceId } = service.credentials;
    const places = new Map<string, Buffer>();
    const call = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${service.origin}${path}`, { method, headers, ...sent });
      const text = await answer.text();
      places.set(
        `answer ${places.size} ${method} ${path}`,
        Buffer.from(`${JSON.stringify([...answer.headers])}${text}`),
      );
      return (text.startsWith('{') ? JSON.parse(text) : {}) as { id: string };
    };
    const projects = `/api/v1/workspaces/${workspaceId}/projects`;
    const { id } = await call('POST', projects, { name: 'Secrets' });
    const personas = `${projects}/${id}/test-personas`;
    for (const [authType, credentials] of Object.entries(credentialsOf)) {
      const persona = { name: authType, description: 'May do everything', authType, scope: 'PROJECT', credentials };
      const made = await call('POST', personas, persona);
      await call('PUT', `${personas}/${made.id}`, { credentials, description: 'May do more' });
      await call('PUT', `${personas}/${made.id}`, { credentials, scope: 'TENANT' });
      await call('POST', personas, persona);
    }
    await call('GET', `${personas}?size=100`);
    const { id: featureId } = await call('POST', `${projects}/${id}/features`, { name: 'A feature' });
    await call('PUT', `${projects}/${id}/features/${featureId}/spec`, { spec: widgetSpec });
    await call('GET', '/api/v1/events?waitSeconds=2');
    const { stdout, stderr } = await service.end('SIGTERM');
    places.set('stdout', Buffer.from(stdout)).set('stderr', Buffer.from(stderr));
    const entries = await dump(folder);
    for (const entry of entries) places.set(`item ${entry.kind} ${entry.ids.join('/')}`, plainly(entry));
    for (const name of ['blobs', 'workflows'])
      for (const [path, content] of filesIn(join(folder, name))) places.set(path, content);
    const secrets = ['bearer', 'basic', 'header', 'endpoint', 'script'].map(canary);
    expect(entries.filter(({ kind }) => kind === 'personaSecret')).toHaveLength(secrets.length);
    expect(hits(places, secrets)).toEqual([]);
    console.log(`canary secrets: ${secrets.length} in 8 forms over ${places.size} places, 0 hits`);
    // The search itself finds every form of a planted one.
    const planted = formsOf(secrets[0]!).map((form, at): [string, Buffer] => [String(at), form]);
    expect(hits(new Map(planted), secrets)).toHaveLength(8);
    const key = readFileSync(join(folder, 'keys', 'secret-key'));
    const cipher = LocalCipher.forPersonas(key);
    const stored = entries
      .filter(({ kind }) => kind === 'personaSecret')
      .map(({ tenantId, ids: [container = '', personaId = ''], record }) => ({
        context: { tenantId, personaId, container },
        ciphertext: record['ciphertext'] as Uint8Array,
      }));
    for (const { context, ciphertext } of stored)
      expect((await cipher.decrypt(context, ciphertext)).toString()).toContain('7f3a9c51d2');
    rmSync(folder, { recursive: true });
  },
  PATIENCE_MS,
);

test('a ciphertext that is moved to another persona, container or tenant cannot be read: 380 of 380', async () => {
  const cipher = LocalCipher.forPersonas(Buffer.alloc(32, 3));
  const contexts = Array.from({ length: 20 }, (_, at) => ({
    tenantId: `tenant-${at % 2}`,
    personaId: `persona-${at >> 2}`,
    container: at % 4 < 2 ? 'T' : 'P#1',
  }));
  const sealed = await Promise.all(contexts.map((context) => cipher.encrypt(context, Buffer.from('secret'))));
  let refused = 0;
  for (const [from, ciphertext] of sealed.entries()) {
    expect((await cipher.decrypt(contexts[from]!, ciphertext)).toString()).toBe('secret');
    for (const [to, context] of contexts.entries()) {
      if (to === from) continue;
      await expect(cipher.decrypt(context, ciphertext)).rejects.toThrow();
      refused += 1;
    }
  }
  expect(refused).toBe(380);
});
