import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const device = object({ id: integer, model: text }, ['id', 'model']);
const settings = {
  channel: { type: 'string', enum: ['stable', 'beta'] },
  label: { type: 'string', maxLength: 40 },
};

function documentOf(shown: object, answer: object = shows(shown as never)) {
  return spec({
    '/devices': { post: { ...takes(object({ model: text }, ['model'])), responses: shows(device, '201') } },
    '/devices/{id}': item(device),
    '/devices/{id}/config': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown as never), ...missing } },
      patch: { ...takes(object(settings)), responses: { ...answer, ...missing } },
    },
  });
}

type Keep = (sent: Fields) => Fields;

/** `show`: what it answers of what was set. */
function server(show: (kept: Fields) => Fields, keep: Keep = (sent) => sent, answers = show): MakeServer {
  return () => {
    const { on, routes } = store('/devices', {});
    const kept = new Map<unknown, Fields>();
    routes['GET /devices/{id}/config'] = on(({ id }) => ok(show(kept.get(id) ?? {})));
    routes['PATCH /devices/{id}/config'] = on(({ id }, sent) => {
      kept.set(id, { ...kept.get(id), ...keep(sent) });
      return ok(answers({ ...kept.get(id), ...sent }));
    });
    return routes;
  };
}

describe('settings that are sent at the top, and shown inside a member', () => {
  const shown = object({ desired: object(settings), reported: object(settings), version: integer }, [
    'desired',
    'reported',
    'version',
  ]);
  const document = documentOf(shown);
  const show: Keep = (desired) => ({ desired, reported: { channel: 'stable' }, version: 1 });

  it('are found where they are wanted, whatever is reported', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name }) => name)).toContain('A config changed by PATCH shows the change');
    expect(failures(await verify(document, server(show)))).toEqual([]);
  });

  it.each([
    ['are not kept', server(show, () => ({}), show)],
    ['are lost in part', server(show, ({ label: _lost, ...sent }) => sent, show)],
    ['are altered', server(show, ({ label, ...sent }) => ({ ...sent, ...(label ? { label: 'else' } : {}) }), show)],
  ])('are missed where they %s', async (_, faulty) => {
    expect(decisive(await verify(document, faulty)).join('\n')).toContain('config changed by PATCH shows the change');
  });

  it('are found where the answer shows them at the top', async () => {
    const atTop = documentOf(shown, shows(object(settings)));
    expect(
      failures(
        await verify(
          atTop,
          server(show, undefined, (kept) => kept),
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    ['what is reported alone', object({ reported: object(settings), version: integer }, ['reported'])],
    ['the defaults alone', object({ defaults: object(settings), version: integer }, ['defaults'])],
    ['two members that may hold them', object({ spec: object(settings), data: object(settings) }, ['spec', 'data'])],
    ['a member that need not be there', object({ desired: object(settings), version: integer })],
    ['a member that holds only some', object({ desired: object({ channel: settings.channel }) }, ['desired'])],
  ])('are not sought in %s', async (_, other) => {
    const { bundle } = await plan(documentOf(other));
    expect(bundle.plans.filter(({ kind }) => kind === 'update-read')).toEqual([]);
  });
});
