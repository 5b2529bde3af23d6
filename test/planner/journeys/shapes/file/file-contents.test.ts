import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { bytes, file, filesSpec, type Kept, type Style, takesForm, verifyFiles } from '#test/file-store.ts';
import { decisive, failures, plan } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

const texts = filesSpec();
const pictures = filesSpec('photo', 'image/*');
const contentOf = (make: (content: Buffer, kept: Kept) => Buffer) => (kept: Kept) => make(kept.content, kept);
const otherPicture = Buffer.from('89504e470d0a1a0a0000494844520000494441540000000049454e44', 'hex');

describe('the bytes of a file that was sent', () => {
  it('are served, after an update and beside another one, and no more once it is deleted', async () => {
    const { bundle, dropped } = await plan(texts);
    expect(dropped.map(({ name, detail }) => `${name}: ${detail}`).filter((one) => one.includes('content'))).toEqual(
      [],
    );
    expect(bundle.plans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'A file is served by /files/{id}/content as it was sent',
        'A file sent anew by PUT is served',
        'A deleted file is served no more by /files/{id}/content',
      ]),
    );
    expect(failures(await verifyFiles(texts))).toEqual([]);
    expect(failures(await verifyFiles(pictures))).toEqual([]);
  });

  it.each<[string, object, Style]>([
    ['writes pictures anew', pictures, { serves: () => otherPicture }],
    ['cuts off what is behind a picture', pictures, { serves: contentOf((sent) => sent.subarray(0, 84)) }],
    ['only marks what was deleted', texts, { isMarked: true, isServedForEver: true }],
    [
      'quotes what stands in a table',
      filesSpec('csv', 'text/csv'),
      {
        serves: contentOf((sent) => Buffer.from(sent.toString().replaceAll(/[^,\n]+/g, '"$&"'))),
        servedAs: () => 'text/csv',
      },
    ],
    [
      'shows the text of it',
      filesSpec('file', '*/*'),
      { serves: () => Buffer.from('its text'), servedAs: () => 'text/markdown' },
    ],
    ['calls all bytes', texts, { servedAs: () => 'application/octet-stream' }],
    [
      'refuses a second file of one name',
      texts,
      { refuses: ({ fileName, id }) => (fileName.startsWith('sample') && id > 1 ? 409 : undefined) },
    ],
    [
      'shows what it knows',
      filesSpec('file', '*/*'),
      { serves: () => Buffer.from('{"id":1}'), servedAs: () => 'application/json' },
    ],
    [
      'shows a page',
      filesSpec('file', '*/*'),
      { serves: () => Buffer.from('<p>a file</p>'), servedAs: () => 'text/html' },
    ],
  ])('are not decided at a server that %s', async (_name, document, style) => {
    expect(decisive(await verifyFiles(document, style))).toEqual([]);
  });

  const served = /VALUE_NOT_STORED: A file (is served|sent anew)/;
  it.each<[string, object, Style, RegExp]>([
    ['loses the end', texts, { keeps: (sent) => ({ ...sent, content: sent.content.subarray(0, -1) }) }, served],
    [
      'loses the end of pictures',
      pictures,
      { keeps: (sent) => ({ ...sent, content: sent.content.subarray(0, 60) }) },
      served,
    ],
    [
      'reads bytes as text',
      pictures,
      { keeps: (sent) => ({ ...sent, content: Buffer.from(sent.content.toString('latin1')) }) },
      served,
    ],
    ['keeps none of it', texts, { keeps: (sent) => ({ ...sent, content: Buffer.alloc(0) }) }, served],
    [
      'keeps the first',
      texts,
      { keeps: (sent, before) => ({ ...sent, content: before?.content ?? sent.content }) },
      /VALUE_NOT_STORED: A file sent anew/,
    ],
    [
      'keeps the first picture',
      pictures,
      { keeps: (sent, before) => ({ ...sent, content: before?.content ?? sent.content }) },
      /VALUE_NOT_STORED: A file sent anew/,
    ],
    ['stores no bytes', texts, { hasNoBytes: true }, /ROUTE_MISSING|ITEM_LOST/],
    [
      'keeps one file of a name',
      texts,
      {
        serves: (kept, all) =>
          [...all.values()].findLast(({ fileName }) => fileName === kept.fileName)?.content ?? kept.content,
      },
      served,
    ],
    ['serves what was deleted', texts, { isServedForEver: true }, /NOT_DELETED: A deleted file is served no more/],
    ['calls a picture a page', filesSpec('photo', 'image/png'), { servedAs: () => 'text/html' }, /WRONG_MEDIA_TYPE/],
  ])('are missed at a server that %s', async (_name, document, style, said) => {
    expect(decisive(await verifyFiles(document, style)).join('\n')).toMatch(said);
  });

  it('are served where they stand below a thing', async () => {
    const user = object({ id: integer, name: text }, ['id', 'name']);
    const { bundle } = await plan(
      spec({
        '/users': {
          post: {
            requestBody: { content: { 'application/json': { schema: object({ name: text }, ['name']) } } },
            responses: shows(user, '201'),
          },
        },
        '/users/{id}': {
          parameters: [param('id', integer)],
          get: { responses: { ...shows(user), ...missing } },
          delete: { responses: noBody },
        },
        '/users/{id}/avatar': {
          parameters: [param('id', integer)],
          put: { ...takesForm(object({ avatar: file }, ['avatar'])), responses: { ...noBody, ...missing } },
          get: { responses: { ...bytes('image/png'), ...missing } },
        },
        '/users/{id}/resume': {
          parameters: [param('id', integer)],
          post: { ...takesForm(object({ resume: file }, ['resume'])), responses: { ...noBody, ...missing } },
          get: { responses: { ...bytes(), ...missing } },
        },
      }),
    );
    const about = bundle.plans
      .filter(({ name }) => name.includes('is served'))
      .map(({ subject, proof }) => [subject, proof.length > 0]);
    expect(about).toEqual([
      ['PUT /users/{id}/avatar', true],
      ['POST /users/{id}/resume', true],
    ]);
  });
});

describe('what is said of a file', () => {
  it.each<[string, Style]>([
    ['counts in its own way', { shows: (kept) => ({ ...kept, size: 1 }) }],
    ['stores under names of its own', { shows: (kept) => ({ ...kept, fileName: `${kept.id}.bin` }) }],
    ['sees by its bytes what it is', { shows: (kept) => ({ ...kept, contentType: 'application/octet-stream' }) }],
    ['shows less at once', { answers: ({ id, title }) => ({ id, title }), shows: (kept) => ({ ...kept, size: 1 }) }],
  ])('is not claimed where a server %s', async (_name, style) => {
    expect(failures(await verifyFiles(texts, style))).toEqual([]);
  });

  it('is not claimed of a picture, which may be written anew', async () => {
    const anew: Style = {
      answers: (sent) => sent,
      shows: (kept) => ({ ...kept, size: 40, contentType: 'image/webp' }),
    };
    expect(failures(await verifyFiles(pictures, anew))).toEqual([]);
  });

  it.each<[string, Partial<Kept>]>([
    ['name', { fileName: '' }],
    ['size', { size: 0 }],
    ['media type', { contentType: 'application/octet-stream' }],
  ])('is missed where the %s that was answered is lost', async (_name, lost) => {
    const told = decisive(
      await verifyFiles(texts, { answers: (sent) => sent, shows: (kept) => ({ ...kept, ...lost }) }),
    );
    expect(told.join('\n')).toMatch(/VALUE_NOT_STORED: A created file can be read back/);
  });
});

it('what is imported below a thing is not what its export shows', async () => {
  const user = object({ id: integer, name: text }, ['id', 'name']);
  const named = object({ name: text }, ['name']);
  const { bundle } = await plan(
    spec({
      '/users': { post: { ...takes(named), responses: shows(user, '201') } },
      '/users/{id}': { parameters: [param('id', integer)], get: { responses: { ...shows(user), ...missing } } },
      '/users/{id}/trips': {
        parameters: [param('id', integer)],
        post: { ...takesForm(object({ sheet: file }, ['sheet'])), responses: { ...noBody, ...missing } },
        get: { responses: { ...bytes('text/csv'), ...missing } },
      },
    }),
  );
  expect(bundle.plans.map(({ name }) => name).filter((name) => name.includes('is served'))).toEqual([]);
});

it('the bytes are refused to who must not see the thing', async () => {
  const persona = (name: string, description: string) => ({
    name,
    description,
    authType: 'BEARER' as const,
    envVar: `AUTH_${name.toUpperCase()}`,
  });
  const personas = [persona('Ann', 'Uploads files.'), persona('Bob', "Must not be able to access Ann's files.")];
  const secured = { ...texts, security: [{ key: [] }] };
  const { bundle } = await planFeature({ spec: secured, personas });
  const refused = bundle.plans.filter(({ kind }) => kind === 'cross-persona').map(({ subject }) => subject);
  expect(refused).toContain('GET /files/{id}/content');
});
