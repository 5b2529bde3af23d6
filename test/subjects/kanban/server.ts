import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Member = { id: string; name: string };
type Label = { id: string; name: string; color: string };
type Column = { id: string; name: string };
type Item = { id: string; text: string; done: boolean };
type Comment = { id: string; author: Member; text: string; createdAt: string };
type Fields = ReturnType<typeof cardFields>;
type Stamps = { createdAt: string; updatedAt: string };
type Card = Fields & Stamps & { id: string; columnId: string; archived: boolean; comments: Comment[] };
type Board = { id: string; name: string; description: string; members: Member[]; createdAt: string };
/** The cards stand in the order that they have in their columns. */
type Kept = { board: Board; columns: Column[]; labels: Label[]; cards: Card[] };

const [INES, TOMAS] = ['kb_ines_4c81', 'kb_tomas_e07f'];
const MEMBERS = new Map<string, Member>();
MEMBERS.set(`Bearer ${INES}`, { id: 'usr_ines', name: 'Ines Duarte' });
MEMBERS.set(`Bearer ${TOMAS}`, { id: 'usr_tomas', name: 'Tomas Lind' });
const COLORS = ['grey', 'red', 'orange', 'green', 'blue', 'purple'];
const CODES: Record<number, string> = { 401: 'unauthenticated', 404: 'notFound', 409: 'conflict', 422: 'invalid' };

const newId = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;
const now = () => new Date().toISOString();
const memberOf = (context: Context) =>
  MEMBERS.get(context.req.header('authorization') ?? '') ?? refuse(401, 'Sign in first');
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && `${new Date(value).toJSON()}`.startsWith(value);
const page = <T, S>(context: Context, all: T[], shown: (one: T) => S) => {
  const offset = queryNumber(context, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  const limit = queryNumber(context, 'limit', 25, 1, 100);
  return { items: all.slice(offset, offset + limit).map(shown), total: all.length, offset, limit };
};

const idsOf = (sent: Body, field: string, known: { id: string }[]): string[] => {
  const ids = checked(sent, 422).texts(field);
  if (new Set(ids).size < ids.length) refuse(422, `${field} names one twice`);
  return ids.every((id) => known.some((one) => one.id === id)) ? ids : refuse(422, `${field} must be of the board`);
};
const checklistOf = (sent: unknown): Item[] => {
  if (!Array.isArray(sent) || sent.length > 50) return refuse(422, 'checklist must be a list of at most 50 items');
  return sent.map((item: unknown) => {
    const body = checked({ done: false, ...(item as Body) }, 422);
    return { id: newId('itm'), text: body.text('text', 200), done: body.flag('done') };
  });
};
const cardFields = (sent: Body, { board, labels }: { board: Board; labels: Label[] }, before?: Item[]) => {
  const { dueDate, checklist } = sent;
  const body = checked(sent, 422);
  return {
    title: body.text('title', 200),
    description: body.text('description', 5000, 0),
    dueDate: dueDate === null || isDay(dueDate) ? dueDate : refuse(422, 'dueDate must be a date'),
    labelIds: idsOf(sent, 'labelIds', labels),
    assigneeIds: idsOf(sent, 'assigneeIds', board.members),
    // Items that were not sent keep their ids.
    checklist: before !== undefined && before === checklist ? before : checklistOf(checklist),
  };
};
const boardFields = (sent: Body) => {
  const body = checked(sent, 422);
  return { name: body.text('name', 80), description: body.text('description', 2000, 0) };
};
const columnOf = ({ columns }: Kept, sent: Body): string => {
  const id = checked(sent, 422).text('columnId', 40);
  return columns.some((one) => one.id === id) ? id : refuse(422, 'columnId must be a column of the board');
};

const inColumn = ({ cards }: Kept, columnId: string) =>
  cards.filter((card) => card.columnId === columnId && !card.archived);
/** Puts the card before the one that has this place now, or last. */
const place = (kept: Kept, card: Card, position = Infinity): void => {
  kept.cards = kept.cards.filter((one) => one !== card);
  const next = inColumn(kept, card.columnId)[position];
  kept.cards.splice(next ? kept.cards.indexOf(next) : kept.cards.length, 0, card);
};
const shownBoard = ({ board, labels }: Kept) => ({ ...board, labels });
const shownCard = (kept: Kept, { comments, ...card }: Card) => {
  const position = card.archived ? null : inColumn(kept, card.columnId).findIndex(({ id }) => id === card.id);
  const progress = { done: card.checklist.filter(({ done }) => done).length, total: card.checklist.length };
  return { ...card, boardId: kept.board.id, position, progress, commentCount: comments.length };
};

type Boards = Map<string, Kept>;
const visible = (boards: Boards, context: Context): Kept[] =>
  [...boards.values()].filter(({ board }) => board.members.includes(memberOf(context)));
const boardOf = (boards: Boards, context: Context): Kept =>
  visible(boards, context).find(({ board }) => board.id === context.req.param('boardId')) ??
  refuse(404, 'No such board');
const cardOf = (boards: Boards, context: Context): [Kept, Card] => {
  const isMeant = ({ id }: Card) => id === context.req.param('cardId');
  const kept = visible(boards, context).find(({ cards }) => cards.some(isMeant));
  const card = kept?.cards.find(isMeant);
  return kept && card ? [kept, card] : refuse(404, 'No such card');
};

function addBoards(app: Hono, boards: Boards): void {
  app.get('/boards', (context) => context.json(page(context, visible(boards, context), shownBoard)));
  app.post('/boards', async (context) => {
    const fields = boardFields({ description: '', ...(await bodyOf(context, 422)) });
    const board = { id: newId('brd'), ...fields, members: [memberOf(context)], createdAt: now() };
    const kept: Kept = { board, columns: [], labels: [], cards: [] };
    boards.set(board.id, kept);
    return context.json(shownBoard(kept), 201);
  });
  app.get('/boards/:boardId', (context) => context.json(shownBoard(boardOf(boards, context))));
  app.patch('/boards/:boardId', async (context) => {
    const kept = boardOf(boards, context);
    Object.assign(kept.board, boardFields({ ...kept.board, ...(await bodyOf(context, 422)) }));
    return context.json(shownBoard(kept));
  });
  app.delete('/boards/:boardId', (context) => {
    boards.delete(boardOf(boards, context).board.id);
    return context.body(null, 204);
  });

  const shownColumn = (kept: Kept, column: Column) => {
    const cardCount = inColumn(kept, column.id).length;
    return { ...column, position: kept.columns.indexOf(column), cardCount };
  };
  app.get('/boards/:boardId/columns', (context) => {
    const kept = boardOf(boards, context);
    return context.json({ items: kept.columns.map((column) => shownColumn(kept, column)) });
  });
  app.post('/boards/:boardId/columns', async (context) => {
    const kept = boardOf(boards, context);
    const body = checked({ position: kept.columns.length, ...(await bodyOf(context, 422)) }, 422);
    const made = { id: newId('col'), name: body.text('name', 60) };
    kept.columns.splice(body.number('position', 0, 1000), 0, made);
    return context.json(shownColumn(kept, made), 201);
  });
  app.post('/boards/:boardId/labels', async (context) => {
    const { labels } = boardOf(boards, context);
    const body = checked(await bodyOf(context, 422), 422);
    const made = { id: newId('lbl'), name: body.text('name', 40), color: body.oneOf('color', COLORS) };
    if (labels.some(({ name }) => name === made.name)) refuse(409, 'The board has a label of this name');
    labels.push(made);
    return context.json(made, 201);
  });
}

function addCards(app: Hono, boards: Boards): void {
  app.get('/boards/:boardId/cards', (context) => {
    const kept = boardOf(boards, context);
    const { columnId, labelId, assigneeId, archived = 'false' } = context.req.query();
    if (archived !== 'true' && archived !== 'false') refuse(400, 'archived must be true or false');
    const found = kept.columns
      .flatMap(({ id }) => kept.cards.filter((card) => card.columnId === id))
      .filter((card) => String(card.archived) === archived && (columnId ?? card.columnId) === card.columnId)
      .filter((card) => labelId === undefined || card.labelIds.includes(labelId))
      .filter((card) => assigneeId === undefined || card.assigneeIds.includes(assigneeId));
    return context.json(page(context, found, (card) => shownCard(kept, card)));
  });
  app.post('/boards/:boardId/cards', async (context) => {
    const kept = boardOf(boards, context);
    const usual = { description: '', dueDate: null, labelIds: [], assigneeIds: [], checklist: [] };
    const sent = { ...usual, ...(await bodyOf(context, 422)) };
    const [fields, columnId, at] = [cardFields(sent, kept), columnOf(kept, sent), now()];
    const stamps = { archived: false, createdAt: at, updatedAt: at };
    const card: Card = { id: newId('crd'), columnId, ...fields, ...stamps, comments: [] };
    place(kept, card);
    return context.json(shownCard(kept, card), 201);
  });
  app.get('/cards/:cardId', (context) => context.json(shownCard(...cardOf(boards, context))));
  app.patch('/cards/:cardId', async (context) => {
    const [kept, card] = cardOf(boards, context);
    const fields = cardFields({ ...card, ...(await bodyOf(context, 422)) }, kept, card.checklist);
    return context.json(shownCard(kept, Object.assign(card, fields, { updatedAt: now() })));
  });
  app.post('/cards/:cardId/move', async (context) => {
    const [kept, card] = cardOf(boards, context);
    const sent = await bodyOf(context, 422);
    const [columnId, position] = [columnOf(kept, sent), checked(sent, 422).number('position', 0, 10_000)];
    if (card.archived) refuse(409, 'The card is archived');
    place(kept, Object.assign(card, { columnId, updatedAt: now() }), position);
    return context.json(shownCard(kept, card));
  });
  for (const [action, archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    app.post(`/cards/:cardId/${action}`, (context) => {
      const [kept, card] = cardOf(boards, context);
      if (card.archived === archived) refuse(409, `The card is ${archived ? 'already' : 'not'} archived`);
      place(kept, Object.assign(card, { archived, updatedAt: now() }));
      return context.json(shownCard(kept, card));
    });
  }
  app.get('/cards/:cardId/comments', (context) => {
    const [, { comments }] = cardOf(boards, context);
    return context.json(page(context, comments, (comment) => comment));
  });
  app.post('/cards/:cardId/comments', async (context) => {
    const [, { comments }] = cardOf(boards, context);
    const text = checked(await bodyOf(context, 422), 422).text('text', 5000);
    const made: Comment = { id: newId('cmt'), author: memberOf(context), text, createdAt: now() };
    comments.push(made);
    return context.json(made, 201);
  });
}

function create(): Hono {
  const boards: Boards = new Map();
  const app = new Hono().basePath('/api');
  answerErrors(app, (status, message) => ({ error: { code: CODES[status] ?? 'badRequest', message } }));
  app.use(async (context, next) => void (memberOf(context), await next()));
  addBoards(app, boards);
  addCards(app, boards);
  return app;
}

export const kanban = referenceServer(import.meta.dirname, {
  name: 'kanban',
  style: 'camelCase, offset and limit with total, ordered things that move, archive, 400 and 422, 404 for strangers',
  document: 'openapi.yaml',
  personas: [
    { name: 'Ines', description: 'Can do everything on the boards that she made.', authType: 'BEARER' },
    { name: 'Tomas', description: 'Has boards of his own; has no access to boards of Ines.', authType: 'BEARER' },
  ],
  env: { AUTH_INES: `{"token":"${INES}"}`, AUTH_TOMAS: `{"token":"${TOMAS}"}` },
  identities: { owner: { authorization: `Bearer ${INES}` }, outsider: { authorization: `Bearer ${TOMAS}` } },
  create,
});
