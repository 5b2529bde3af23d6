import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { object, text, thingSpec } from '#test/small-spec.ts';
import { notFound, ok, store } from '#test/small-store.ts';

const [core, extension] = ['urn:small:core:Thing', 'urn:small:extra:Thing'];
const documentOf = (items: object, sent: string[] = [core]) =>
  thingSpec({
    title: text,
    schemas: { type: 'array', items, examples: [sent] },
    [extension]: object({ department: { ...text, examples: ['Research'] } }),
  });
/** `tell`: what is shown of the schemas, by what was sent. */
const server =
  (tell: (sent: unknown) => unknown): MakeServer =>
  () => {
    const { items, on, routes } = store('/things', {});
    const shown = (one: Fields) => ({ ...one, schemas: tell(one['schemas']) });
    const change = on((one, body) => ok(shown(Object.assign(one, body))));
    const create = routes['POST /things'];
    return {
      ...routes,
      'POST /things': (asked) => {
        const told = create?.(asked) ?? notFound;
        return { ...told, body: shown(told.body as Fields) };
      },
      'GET /things': () => ok([...items.values()].map(shown)),
      'GET /things/{id}': on((one) => ok(shown(one))),
      'PUT /things/{id}': change,
      'PATCH /things/{id}': (asked) => ({ status: change(asked).status === 200 ? 204 : 404 }),
    };
  };
const both = { type: 'string', enum: [core, extension] };

describe('a list that says by which schemas a thing is made', () => {
  it.each<[string, object, string[], (sent: unknown) => unknown]>([
    ['is completed by what is there', both, [core], () => [core, extension]],
    ['is completed where any text may be sent', text, [core], () => [core, extension]],
    ['comes as it was sent', both, [core], (sent) => sent],
    ['loses what is not there', both, [core, extension], () => [core]],
    ['loses what the document does not name', text, [core, 'urn:small:other:Thing'], () => [core]],
  ])('is sound where it %s', async (_what, items, sent, tell) => {
    expect(failures(await verify(documentOf(items, sent), server(tell)))).toEqual([]);
  });

  it('is found where it loses what is always there', async () => {
    const lost = await verify(
      documentOf(both),
      server(() => [extension]),
    );
    expect(decisive(lost).join()).toContain('VALUE_ALTERED: Creating a thing answers what was sent');
  });

  it.each<[string, object, string[]]>([
    ['of any words', text, ['red']],
    ['of a choice of words', { type: 'string', enum: ['red', 'blue'] }, ['red']],
  ])('a list %s is none: what is added to it is told', async (_what, items, sent) => {
    const more = await verify(
      documentOf(items, sent),
      server((one) => [...(one as string[]), 'blue']),
    );
    expect(decisive(more).join()).toContain('VALUE_ALTERED: Creating a thing answers what was sent');
  });
});
