import { describe, expect, it } from 'vitest';

import { readSpec } from '#planner/intake/read-spec.ts';
import type { Template } from '#verifier/plan/plan.ts';

import { file, filesSpec, type Style, takesForm, verifyFiles } from '#test/file-store.ts';
import { decisive, failures, plan } from '#test/small-server.ts';
import { integer, object, shows, spec, text } from '#test/small-spec.ts';

const things = (create: object) => {
  const shown = object({ id: integer, title: text }, ['id', 'title']);
  return spec({
    '/things': {
      post: { ...create, responses: shows(shown, '201') },
      get: { responses: shows({ type: 'array', items: shown }) },
    },
  });
};
const formOf = (properties: Record<string, object | true>, encoding?: object, required = Object.keys(properties)) =>
  things(
    takesForm(object({ title: text, ...(properties as Record<string, Record<string, unknown>>) }, required), encoding),
  );

/** How the members of a create's form are sent: the media type of each file. */
async function sent(document: object): Promise<Record<string, string>> {
  const { bundle, dropped } = await plan(document);
  const body = bundle.plans.flatMap(({ steps }) => steps).find(({ method }) => method === 'POST')?.body;
  const [why] = dropped.map(({ detail }) => detail);
  if (!body || !('object' in body.value)) return { none: why ?? '' };
  const typeOf = (value: Template): string => {
    if ('array' in value) return `list of ${typeOf(value.array[0] ?? { literal: null })}`;
    const type = 'object' in value ? value.object['@contentType'] : undefined;
    return type && 'literal' in type ? String(type.literal) : 'value';
  };
  return Object.fromEntries(Object.entries(body.value.object).map(([name, value]) => [name, typeOf(value)]));
}

describe('a form that takes files', () => {
  it.each<[string, object, Record<string, string>]>([
    ['a binary text', formOf({ file }), { file: 'text/plain', title: 'value' }],
    [
      'what has a media type',
      formOf({ file: { type: 'string', contentMediaType: 'application/octet-stream' } }),
      { file: 'text/plain', title: 'value' },
    ],
    [
      'anything, with an encoding',
      formOf({ file: {} }, { file: { contentType: 'application/octet-stream' } }),
      { file: 'text/plain', title: 'value' },
    ],
    ['what may be null', formOf({ file: { anyOf: [file, { type: 'null' }] } }), { file: 'text/plain', title: 'value' }],
    ['a list', formOf({ files: { type: 'array', items: file } }), { files: 'list of text/plain', title: 'value' }],
    [
      'what an answer shows as a link',
      formOf({ photo: { ...text, format: 'uri' }, website: { ...text, format: 'uri' } }),
      { photo: 'image/png', title: 'value', website: 'value' },
    ],
    ['a picture', formOf({ photo: file }), { photo: 'image/png', title: 'value' }],
    ['a table', formOf({ csv_file: file }), { csv_file: 'text/csv', title: 'value' }],
    [
      'what its encoding says',
      formOf({ file }, { file: { contentType: 'image/png, image/jpeg' } }),
      { file: 'image/png', title: 'value' },
    ],
    [
      'a kind of document',
      formOf({ file: { type: 'string', contentMediaType: 'application/pdf' } }),
      { file: 'application/pdf', title: 'value' },
    ],
    ['what need not be sent', formOf({ photo: file }, undefined, ['title']), { photo: 'image/png', title: 'value' }],
    [
      'what nothing here makes, and need not be sent',
      formOf({ video: file }, undefined, ['title']),
      { title: 'value' },
    ],
    [
      'base64',
      formOf({ file: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' } }),
      { file: 'value', title: 'value' },
    ],
  ])('is sent %s', async (_name, document, expected) => {
    expect(await sent(document)).toEqual(expected);
  });

  it.each([
    ['by the member', formOf({ video: file })],
    ['by the media type', formOf({ file }, { file: { contentType: 'audio/mpeg' } })],
  ])('is not planned where only files of another kind are right, told %s', async (_name, document) => {
    expect((await sent(document))['none']).toMatch(/No value could be made/);
  });

  it('is told by its path where the member says nothing, and read from Swagger 2.0', async () => {
    const shown = { type: 'object', required: ['id'], properties: { id: integer, title: text } };
    const formData = (name: string, type: string) => ({ in: 'formData', name, type, required: true });
    const document = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      consumes: ['multipart/form-data'],
      paths: {
        '/pictures': {
          post: {
            parameters: [formData('upload', 'file'), formData('title', 'string')],
            responses: { '201': { description: 'made', schema: shown } },
          },
          get: { responses: { '200': { description: 'all', schema: { type: 'array', items: shown } } } },
        },
      },
    };
    expect(await sent(document)).toEqual({ title: 'value', upload: 'image/png' });
  });

  it('is preferred to JSON where a file must be sent, and not otherwise', async () => {
    const both = (required: string[]) => {
      const schema = object({ file, title: text }, required);
      return spec({
        '/things': {
          post: {
            requestBody: { content: { 'application/json': { schema }, 'multipart/form-data': { schema } } },
            responses: {},
          },
        },
      });
    };
    const typeOf = async (required: string[]) => (await readSpec(both(required))).operations[0]?.body?.contentType;
    expect(await typeOf(['file'])).toBe('multipart/form-data');
    expect(await typeOf(['title'])).toBe('application/json');
  });

  it('a sound server passes all journeys: made, read, listed, changed, deleted', async () => {
    const { bundle } = await plan(filesSpec());
    const called = new Set(bundle.plans.flatMap(({ operations }) => operations));
    expect(called).toContain('POST /files');
    expect(called).toContain('PUT /files/{id}');
    expect(failures(await verifyFiles(filesSpec()))).toEqual([]);
    expect(failures(await verifyFiles(filesSpec('photo', 'image/*')))).toEqual([]);
  });

  it.each<[string, Style]>([
    ['takes other files alone', { refuses: () => 415 }],
    ['says what it misses', { refuses: () => 422 }],
    ['takes no files so large', { refuses: () => 413 }],
  ])('is not decided at a server that %s', async (_name, style) => {
    expect(decisive(await verifyFiles(filesSpec(), style))).toEqual([]);
  });

  it('a text beside the file that is lost is missed', async () => {
    const lost = await verifyFiles(filesSpec(), { shows: (kept) => ({ ...kept, title: 'untitled' }) });
    expect(decisive(lost).join('\n')).toMatch(/VALUE_NOT_STORED/);
  });
});
