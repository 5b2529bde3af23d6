import * as z from '#contract/schemas/zod.ts';
import type { Replay } from '#verifier/replay/replay.ts';

const json = z.json();
const names = z.array(z.string());
const reference = z.union([z.object({ capture: z.string() }), z.object({ sent: z.string(), pointer: z.string() })]);
const unique = z.object({
  stem: z.string(),
  maxLength: z.number(),
  charset: z.enum(['text', 'alphanumeric', 'digits', 'uuid', 'integer', 'days', 'places']),
  letters: z.optional(names),
  prefix: z.optional(z.string()),
  suffix: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
const value = z.union([
  z.object({ literal: json }),
  z.object({ unique }),
  z.object({ input: z.string() }),
  z.object({ capture: z.string(), unlessNull: z.optional(z.literal(true)) }),
  z.object({ sent: z.string(), pointer: z.string() }),
]);
const request = z.object({
  id: z.string(),
  method: z.enum(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  persona: z.nullable(z.string()),
  accept: z.optional(z.string()),
  contentType: z.optional(z.string()),
  parts: z.optional(z.record(z.string(), json)),
  values: z.array(z.object({ at: names, value })),
});
const match = z.array(z.object({ pointer: z.string(), value: reference, summary: z.optional(z.literal(true)) }));
const capture = z.object({
  from: z.enum(['body', 'entry', 'first', 'header']),
  otherwise: z.optional(json),
  pointer: z.optional(z.string()),
  list: z.optional(z.string()),
  name: z.optional(z.string()),
  take: z.optional(z.enum(['all', 'lastSegment', 'strongTag'])),
  orAt: z.optional(z.string()),
});
const call = z.extend(request, {
  status: z.int(),
  captures: z.record(z.string(), capture),
  madeUp: z.optional(z.enum(['CREDENTIAL', 'PASSWORD', 'UNREADABLE', 'SIGNATURE', 'PAYLOAD', 'UNSIGNED'])),
  until: z.optional(z.object({ pointer: z.string(), values: z.array(json), budgetMs: z.number() })),
  list: z.optional(z.object({ pointer: z.string(), paging: z.optional(json), match: z.optional(match) })),
});
const claim = z.object({
  op: z.enum(['equals', 'differs', 'defaulted', 'located', 'listContains', 'listLacks', 'listOnly', 'listPages']),
  pointer: z.optional(z.string()),
  value: z.optional(z.union([reference, json])),
  compare: z.optional(z.string()),
  list: z.optional(z.string()),
  match: z.optional(match),
  each: z.optional(z.array(match)),
  size: z.optional(reference),
  total: z.optional(z.string()),
  count: z.optional(z.string()),
  ends: z.optional(names),
  told: z.optional(z.array(z.object({ pointer: z.string(), says: z.enum(['first', 'last', 'page', 'shown']) }))),
  pages: z.optional(z.enum(['TOO_LONG', 'REPEATED', 'MISCOUNTED', 'MISTOLD', 'MISORDERED'])),
  twice: z.optional(z.literal(true)),
});
const finding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), wanted: z.array(z.union([z.int(), z.string().check(z.regex(/^[1-5]XX$/))])) }),
  z.object({
    kind: z.literal('body'),
    problem: z.enum(['EMPTY', 'MALFORMED', 'WRONG_MEDIA_TYPE']),
    contentTypes: names,
  }),
  z.object({
    kind: z.literal('schema'),
    broken: z.array(z.object({ at: names, schema: json })),
    headers: names,
    $defs: z.record(z.string(), json),
  }),
  z.object({ kind: z.literal('shown'), members: names, headers: names }),
  z.object({ kind: z.literal('gone') }),
  z.object({ kind: z.literal('claims'), claims: z.array(claim) }),
]);
const replay = z.object({
  baseUrl: z.string().check(z.regex(/^https?:\/\//)),
  personas: z.array(
    z.object({
      name: z.string(),
      authType: z.enum(['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE']),
      envVar: z.string().check(z.regex(/^\w+$/)),
      signIn: z.exactOptional(z.record(z.string(), json)),
    }),
  ),
  calls: z.array(call),
  teardown: z.array(request),
  finding,
});

/** What a result holds to repeat a failure, checked: a result may come from anybody. Undefined where it is nothing of that kind. */
export const readReplay = (text: string): Replay | undefined => {
  const parsed = z.safeParse(replay, parsedJson(text));
  return parsed.success ? (parsed.data as Replay) : undefined;
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Cut, or never JSON.
    return undefined;
  }
};
