import type { Assertion, Step, Template } from '#verifier/plan/plan.ts';
import { asyncWorkOf } from '../../../resources/actions/async-work-of.ts';
import { type FileRead, fileReads } from '../../../resources/responses/file-reads.ts';
import { nounSegment } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import { isNumber } from '../../../intake/schema/flat-schema.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { deleteItem } from '../../builder/delete-item.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { undoIfMadeAtAll } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { expectRefusal, expectSuccess } from '../../model/documented-responses.ts';
import { settledBody } from '../../model/frozen-body.ts';
import { canShow, showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { updateItem } from '../../builder/update-item.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * Returns the files that a read serves with the bytes that were sent. Left out: uploads that document 202, and items
 * with work in the background, which may change the bytes.
 */
export function servedFiles({ graph, model }: Planning): FileRead[] {
  return fileReads(model.schemas, graph, model.operations).filter(
    ({ write, resource }) => !write.responses['202'] && !asyncWorkOf(model.schemas, resource),
  );
}

export const fileContents = defineShape({
  id: 'file/served',
  kind: 'create-read',
  title: 'A file is served byte by byte as it was sent',
  terms: ['multipart/form-data (RFC 7578)', 'media type'],
  example: 'POST /files (photo.png, 68 bytes) → 201 {"id":7}, GET /files/7/content → 200, the same 68 bytes',
  test: 'planner/journeys/shapes/file/file-contents',
  testTitle: 'are missed at a server that %s',
  propose: proposeServed,
});

function proposeServed({ model: { schemas } }: Planning, file: FileRead): Proposal[] {
  const { read, resource, isPart } = file;
  const { noun, create } = resource;
  if (isPart) return [];
  const given = create?.id.from === 'body' ? schemas.flatten(create.id.field.schema) : undefined;
  const isGivenAnew = given !== undefined && (isNumber(given) || given.rest['format'] === 'uuid');
  return [
    proposal(file, read, `${withArticle(noun, true)} is served by ${read.path} as it was sent`, (journey) => {
      const item = shownItem(journey, resource);
      serve(journey, file, item, item.createdBy);
      if (isGivenAnew) serveBesideAnother(journey, file, item);
    }),
  ];
}

function proposal({ read }: FileRead, subject: Operation, name: string, build: Proposal['build']): Proposal {
  return { name, subject, personas: [], variant: `bytes ${read.key}`, build };
}

export const fileSentAnew = defineShape({
  id: 'file/sent-anew',
  kind: 'update-read',
  title: 'A file that an update replaces is served with its new bytes',
  terms: ['multipart/form-data (RFC 7578)', 'stale cache'],
  example: 'PUT /files/7 (other.png, 70 bytes) → 200, GET /files/7/content → 200, the same 70 bytes',
  test: 'planner/journeys/shapes/file/file-contents',
  testTitle: 'are missed at a server that %s',
  propose: proposeAnew,
});

function proposeAnew(_planning: Planning, file: FileRead): Proposal[] {
  const { resource, member, isPart } = file;
  const { noun, put, patch } = resource;
  const updates = [put, patch].filter((one) => one?.body?.files && Object.hasOwn(one.body.files, member));
  return (isPart ? [] : updates).flatMap((update) =>
    update
      ? [
          proposal(file, update, `${withArticle(noun, true)} sent anew by ${update.method} is served`, (journey) => {
            const item = journey.item(resource);
            serve(journey, file, item, item.createdBy);
            serve(journey, file, item, updateItem(journey, item, update, journey.body(update, 1, item)));
          }),
        ]
      : [],
  );
}

export const fileGone = defineShape({
  id: 'file/gone',
  kind: 'delete-gone',
  title: 'The bytes of a deleted file are served no more',
  terms: ['DELETE (RFC 9110 §9.3.5)', 'media type'],
  example: 'DELETE /files/7 → 204, GET /files/7/content → 404',
  test: 'planner/journeys/shapes/file/file-contents',
  testTitle: 'are missed at a server that %s',
  propose: proposeGone,
});

function proposeGone(_planning: Planning, file: FileRead): Proposal[] {
  const { read, resource, isPart } = file;
  const { noun, remove } = resource;
  if (isPart || !remove || resource.read?.operation === read) return [];
  return [
    proposal(file, remove, `A deleted ${noun} is served no more by ${read.path}`, (journey) => {
      const item = shownItem(journey, resource);
      serve(journey, file, item, item.createdBy);
      const deleted = deleteItem(journey, item);
      // The item itself must be gone first: the bytes of an item that is only in the trash may remain.
      if (resource.read && deleted !== undefined) readGone(journey, item, resource.read.operation, deleted);
      journey.step({
        ...readOf(journey, file.read, item),
        verb: 'serve-deleted',
        expect: expectRefusal(read, 'gone', [404, 410]),
        effectOf: deleted,
        assert: [{ op: 'status' }],
      });
    }),
  ];
}

export const fileOfOthers = defineShape({
  id: 'file/of-others',
  kind: 'cross-persona',
  title: 'Another persona is refused the bytes of a file of the first',
  terms: ['BOLA (OWASP API1:2023)', 'media type'],
  example: 'POST /files as alice → 201 {"id":7}, GET /files/7/content as bob → 404',
  test: 'planner/journeys/shapes/file/file-contents',
  testTitle: 'the bytes are refused to who must not see the thing',
  propose: proposeForOthers,
});

function proposeForOthers({ roles, graph }: Planning, { read, resource, isPart }: FileRead): Proposal[] {
  if (isPart || !roles.actor || !read.secured) return [];
  const limited = roles.limited.filter(
    ({ persona, limits }) =>
      persona.authType !== 'NONE' &&
      limits.some((limit) => limit.scope === 'object' && limitCovers(limit, 'read', resource, graph)),
  );
  return limited.map(({ persona: { name: other } }) => ({
    name: `${other} is refused another's ${resource.noun} by ${read.key}`,
    subject: read,
    personas: [other],
    variant: 'bytes',
    build: (journey) => {
      journey.making.hidden = true;
      const item = shownItem(journey, resource);
      journey.step({ ...readOf(journey, read, item), verb: 'serve', effectOf: item.createdBy });
      journey.step({
        ...readOf(journey, read, item),
        verb: 'refused-serve',
        persona: other,
        expect: expectRefusal(read, 'cross-persona', [404, 403, 401]),
        assert: [{ op: 'status' }],
      });
    },
  }));
}

function readGone(journey: Journey, item: Item, operation: Operation, deleted: string): void {
  journey.step({
    verb: 'read-deleted',
    noun: item.resource.noun,
    operation,
    persona: journey.actor,
    item,
    expect: expectRefusal(operation, 'gone', [404, 410]),
    effectOf: deleted,
    assert: [{ op: 'status' }],
  });
}

function shownItem(journey: Journey, resource: Resource): Item {
  const item = journey.item(resource);
  if (canShow(item)) showItem(journey, item, '', item.createdBy);
  return item;
}

export const filePart = defineShape({
  id: 'file/part',
  kind: 'update-read',
  title: 'A file that stands below an item is served as it was sent there',
  terms: ['sub-resource', 'media type'],
  example: 'PUT /users/7/avatar (photo.png, 68 bytes) → 204, GET /users/7/avatar → 200, the same 68 bytes',
  test: 'planner/journeys/shapes/file/file-contents',
  testTitle: 'are served where they stand below a thing',
  propose: proposePart,
});

/**
 * Proposes that a file below an item, such as `PUT /users/{id}/avatar`, is served as it was sent. A PUT is sent twice.
 */
function proposePart(_planning: Planning, file: FileRead): Proposal[] {
  const { write, resource, isPart } = file;
  if (!isPart) return [];
  const noun = singular(nounSegment(write.path));
  const send = (journey: Journey, turn: 0 | 1): string =>
    journey.step({
      verb: turn === 0 ? 'send' : 'send-anew',
      noun,
      operation: write,
      persona: journey.actor,
      path: journey.pathOf(write, undefined),
      body: journey.body(write, turn),
    });
  return [
    {
      name: `${withArticle(noun, true)} of ${withArticle(resource.noun)} sent by ${write.method} is served as it was sent`,
      subject: write,
      personas: [],
      variant: 'bytes',
      build: (journey) => {
        const item = journey.item(resource);
        serve(journey, file, item, send(journey, 0));
        // Only a PUT is sent twice: a second POST may add a file and not replace the first.
        if (write.method === 'PUT') serve(journey, file, item, send(journey, 1));
      },
    },
  ];
}

function readOf(journey: Journey, read: Operation, item: Item) {
  const path = journey.within(item, () => journey.pathOf(read, undefined));
  return { noun: item.resource.noun, operation: read, persona: journey.actor, path };
}

/**
 * Adds a read of the file that asserts the bytes that step `sentBy` sent. Throws CannotPlan if that step sends no file.
 */
function serve(journey: Journey, file: FileRead, item: Item, sentBy: string | undefined): void {
  const pointer = `/body${pointerToken(file.member)}`;
  if (sentBy === undefined || !sends(journey, sentBy, file.member)) throw notSent(file);
  const assert: Assertion[] = [{ op: 'equals', pointer: '', value: { sent: sentBy, pointer }, compare: 'exact' }];
  journey.step({ ...readOf(journey, file.read, item), verb: 'serve', item, effectOf: sentBy, assert });
}

function stepOf(journey: Journey, id: string): Step | undefined {
  return journey.steps.find((step) => step.id === id);
}

function sends(journey: Journey, sentBy: string, member: string): boolean {
  const body = stepOf(journey, sentBy)?.body?.value;
  return body !== undefined && 'object' in body && Object.hasOwn(body.object, member);
}

/**
 * Sends another file of the same name with other bytes, then reads the first one, which must be served unchanged. The
 * second may be refused. If it gets the id of the first, the journey ends undecided. Adds nothing for images.
 */
function serveBesideAnother(journey: Journey, file: FileRead, item: Item): void {
  const { member, resource, write } = file;
  const first = item.createdBy;
  const body = journey.attempt(() => journey.body(write, 1));
  if (first === undefined || !body || !('object' in body.template)) return;
  const { [member]: own, ...others } = body.template.object;
  if (!own || !('object' in own)) return;
  const { '@contentType': type } = own.object;
  // Servers often convert images after the upload, so they are not compared.
  if (type && 'literal' in type && String(type.literal).startsWith('image/')) return;
  const name: Template = { sent: first, pointer: `/body${pointerToken(member)}/@fileName` };
  const value: Template = { object: { ...others, [member]: { object: { ...own.object, '@fileName': name } } } };
  const { contentType, parts } = body;
  const step = journey.step({
    verb: 'send-other',
    noun: resource.noun,
    operation: write,
    persona: journey.actor,
    body: settledBody({ contentType, value, ...(parts && { parts }) }),
    expect: { ...expectSuccess(write), status: ['2XX'] },
    mayBeAbsent: true,
    effectOf: first,
  });
  undoIfMadeAtAll(journey, resource, step);
  const shown = resource.create?.id.from === 'body' ? resource.create.id.field.pointer : undefined;
  const made = journey.steps.at(-1);
  if (made && shown !== undefined && item.id)
    made.assert = [{ op: 'differs', pointer: shown, value: item.id.reference }];
  serve(journey, file, item, first);
}

function notSent({ write }: FileRead): CannotPlan {
  return new CannotPlan({
    reason: 'NO_VALUE_FITS',
    pointer: write.body?.pointer ?? write.pointer,
    detail: `No file could be made that ${write.key} takes.`,
    edit: 'Say the media type of the file that it takes in the encoding of its form.',
  });
}
