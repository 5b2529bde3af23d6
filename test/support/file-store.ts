import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { bytesOf } from '#verifier/transport/encode-form.ts';
import { memorySend } from '#verifier/transport/memory.ts';

import { plan } from './small-server.ts';
import { integer, noBody, object, param, shows, spec, text } from './small-spec.ts';
import { missing } from './small-store.ts';

export const file = { type: 'string', format: 'binary' };
export const bytes = (type = 'application/octet-stream') => ({
  '200': { description: 'the bytes', content: { [type]: { schema: file } } },
});

export const takesForm = (schema: object, encoding?: object) => ({
  requestBody: { required: true, content: { 'multipart/form-data': { schema, ...(encoding && { encoding }) } } },
});

const about = { fileName: text, contentType: text, size: integer };

/** Files with a title: made in a form, listed, read, served, made anew by PUT, deleted. */
export const filesSpec = (member = 'file', served = 'application/octet-stream') => {
  const shown = object({ id: integer, title: text, ...about }, ['id', 'title']);
  const form = takesForm(object({ [member]: file, title: text }, [member, 'title']));
  return spec({
    '/files': {
      post: { ...form, responses: shows(shown, '201') },
      get: { responses: shows({ type: 'array', items: shown }) },
    },
    '/files/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown), ...missing } },
      put: { ...form, responses: { ...shows(shown), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
    '/files/{id}/content': {
      parameters: [param('id', integer)],
      get: { responses: { ...bytes(served), ...missing } },
    },
  });
};

export type Kept = {
  id: number;
  title: string;
  fileName: string;
  contentType: string;
  size: number;
  content: Buffer;
  isGone?: true;
};

export type Style = {
  keeps?: (sent: Kept, before: Kept | undefined, all: Map<number, Kept>) => Kept;
  /** What a read or list shows. */
  shows?: (kept: Kept) => Partial<Kept>;
  answers?: (sent: Kept) => Partial<Kept>;
  serves?: (kept: Kept, all: Map<number, Kept>) => Buffer;
  servedAs?: (kept: Kept) => string;
  /** The bytes stay when the rest is deleted. */
  isServedForEver?: true;
  /** What is deleted is only marked. */
  isMarked?: true;
  hasNoBytes?: true;
  refuses?: (sent: Kept) => number | undefined;
};

/** A server of such files. */
export async function verifyFiles(
  document: object,
  { keeps = (sent) => sent, shows: show = (one) => one, answers = show, ...style }: Style = {},
): Promise<ResultDocument> {
  const { bundle } = await plan(document);
  const all = new Map<number, Kept>();
  const told = (status: number, body?: unknown) => ({
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const written = ({ content: _content, isGone: _gone, ...rest }: Partial<Kept>) => rest;
  const none = told(404, { error: 'no such file' });
  let serial = 0;
  const clock = instantClock(Date.parse('2026-01-01T00:00:00Z'));
  return runPlans({
    bundle,
    plans: bundle.plans,
    baseUrl: 'http://files.test',
    send: memorySend(({ method, url, form = [] }) => {
      const [, place, id, part] = new URL(url).pathname.split('/');
      if (place !== 'files') return told(404, { error: 'no such route' });
      const upload = form.find(({ fileName }) => fileName !== undefined);
      const sentAs = (own: number): Kept => {
        const content = upload ? bytesOf(upload) : Buffer.alloc(0);
        const title = form.find(({ name }) => name === 'title')?.content ?? '';
        const { fileName = '', contentType = '' } = upload ?? {};
        return { id: own, title, fileName, contentType, size: content.length, content };
      };
      if (id === undefined && method === 'GET')
        return told(
          200,
          [...all.values()].filter(({ isGone }) => !isGone).map((one) => written(show(one))),
        );
      if (id === undefined && method !== 'POST') return told(405, { error: 'no such method' });
      const known = all.get(Number(id));
      if (part === 'content') {
        if (!known || style.hasNoBytes || (known.isGone && !style.isServedForEver)) return none;
        const content = (style.serves ?? ((one) => one.content))(known, all);
        const headers = { 'content-type': (style.servedAs ?? ((one) => one.contentType))(known) };
        return { status: 200, headers, body: new TextDecoder().decode(content) };
      }
      if (known?.isGone && style.isMarked && method === 'GET')
        return told(200, { ...written(show(known)), deletedAt: '2026-01-01T00:00:00Z' });
      const found = known?.isGone ? undefined : known;
      if (id !== undefined && !found) return none;
      if (method === 'GET' && found) return told(200, written(show(found)));
      if (method === 'DELETE' && found) {
        found.isGone = true;
        return told(204);
      }
      if (!upload) return told(422, { error: 'file is required' });
      if (!found) serial += 1;
      const sent = sentAs(found?.id ?? serial);
      const status = style.refuses?.(sent);
      if (status !== undefined) return told(status, { error: 'the file is refused' });
      const kept = keeps(sent, found, all);
      all.set(kept.id, kept);
      return told(found ? 200 : 201, written(answers(kept)));
    }),
    clock,
    random: seededRandom(7),
    env: {},
    seed: 1,
  });
}
