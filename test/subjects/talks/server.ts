import { STATUS_CODES } from 'node:http';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import { STATES, idMaker, isDay, sentProposal, sentReview, sentRoom, sentTimes, timeOf } from './model.ts';
import type { Proposal, Review, Room, Slot, State } from './model.ts';

type Held = { owner: string; proposal: Proposal; reviews: Review[] };
type Store = { proposals: Map<string, Held>; rooms: Map<string, Room>; slots: Map<string, Slot> };

const CHAIR = 'chair';
const ROOM_ID = /^room_[0-9A-HJKMNP-TV-Z]{26}$/;
const USERS: Record<string, string> = {
  'Bearer cfp_chair_7Hq2': CHAIR,
  'Bearer cfp_ines_Zk41': 'ines',
  'Bearer cfp_tomas_9wXe': 'tomas',
};

function page<T extends { id: string }>(context: Context, all: T[]): { items: T[]; nextCursor: string | null } {
  const limit = queryNumber(context, 'limit', 20, 1, 100);
  const cursor = context.req.query('cursor');
  const before = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  if (before !== undefined && !/^[a-z]+_[0-9A-Z]{26}$/.test(before)) refuse(400, 'cursor is not one of ours');
  const found = all.toReversed().filter(({ id }) => before === undefined || id < before);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : Buffer.from(last.id).toString('base64url') };
}

const userOf = (context: Context) => USERS[context.req.header('authorization') ?? ''] ?? refuse(401, 'Unknown token');
const onlyChair = (context: Context) => userOf(context) === CHAIR || refuse(403, 'Only the chair may do this');
const shown = ({ proposal, reviews }: Held) => ({ ...proposal, reviewCount: reviews.length });

function visible({ proposals }: Store, context: Context): Held {
  const found = proposals.get(context.req.param('proposalId') ?? '');
  const user = userOf(context);
  return found !== undefined && (user === CHAIR || user === found.owner) ? found : refuse(404, 'No such proposal');
}

function moveTo(held: Held, from: State[], state: State, changes: Partial<Proposal> = {}) {
  if (!from.includes(held.proposal.state)) refuse(409, `A ${held.proposal.state} proposal cannot become ${state}`);
  Object.assign(held.proposal, changes, { state });
  return shown(held);
}

function addProposals(app: Hono, store: Store, newId: (prefix: string) => string): void {
  const { proposals, slots } = store;
  app.get('/proposals', (context) => {
    const { state } = context.req.query();
    if (state !== undefined && !STATES.some((one) => one === state)) refuse(400, 'state is not one of the states');
    const user = userOf(context);
    const own = [...proposals.values()].filter(({ owner }) => user === CHAIR || user === owner).map(shown);
    return context.json(page(context, state === undefined ? own : own.filter((one) => one.state === state)));
  });
  app.post('/proposals', async (context) => {
    const proposal: Proposal = {
      id: newId('prop'),
      ...sentProposal(await bodyOf(context, 422)),
      state: 'draft',
      rejectionReason: null,
      createdAt: new Date().toISOString(),
      submittedAt: null,
    };
    const held: Held = { owner: userOf(context), proposal, reviews: [] };
    proposals.set(proposal.id, held);
    return context.json(shown(held), 201, { location: `/v1/proposals/${proposal.id}` });
  });
  app.get('/proposals/:proposalId', (context) => context.json(shown(visible(store, context))));
  app.patch('/proposals/:proposalId', async (context) => {
    const held = visible(store, context);
    const changes = sentProposal({ ...held.proposal, ...(await bodyOf(context, 422)) });
    if (!['draft', 'submitted'].includes(held.proposal.state)) refuse(409, 'The proposal can no longer be edited');
    Object.assign(held.proposal, changes);
    return context.json(shown(held));
  });
  app.delete('/proposals/:proposalId', (context) => {
    const { proposal } = visible(store, context);
    if (!['draft', 'withdrawn'].includes(proposal.state)) refuse(409, 'Only drafts and withdrawn ones can be deleted');
    proposals.delete(proposal.id);
    return context.body(null, 204);
  });
  app.post('/proposals/:proposalId/submit', (context) => {
    const changes = { submittedAt: new Date().toISOString() };
    return context.json(moveTo(visible(store, context), ['draft'], 'submitted', changes));
  });
  app.post('/proposals/:proposalId/withdraw', (context) => {
    const answer = moveTo(visible(store, context), ['submitted', 'accepted'], 'withdrawn');
    for (const slot of slots.values()) if (slot.proposalId === answer.id) slots.delete(slot.id);
    return context.json(answer);
  });
  app.post('/proposals/:proposalId/accept', (context) => {
    onlyChair(context);
    return context.json(moveTo(visible(store, context), ['submitted'], 'accepted'));
  });
  app.post('/proposals/:proposalId/reject', async (context) => {
    onlyChair(context);
    const held = visible(store, context);
    const rejectionReason = checked(await bodyOf(context, 422), 422).text('reason', 1000);
    return context.json(moveTo(held, ['submitted'], 'rejected', { rejectionReason }));
  });
}

function addReviews(app: Hono, store: Store, newId: (prefix: string) => string): void {
  app.get('/proposals/:proposalId/reviews', (context) => {
    onlyChair(context);
    const { reviews } = visible(store, context);
    const sum = reviews.reduce((total, { score }) => total + score, 0);
    const averageScore = reviews.length === 0 ? null : sum / reviews.length;
    return context.json({ ...page(context, reviews), averageScore });
  });
  app.post('/proposals/:proposalId/reviews', async (context) => {
    onlyChair(context);
    const { proposal, reviews } = visible(store, context);
    const sent = sentReview(await bodyOf(context, 422));
    if (proposal.state !== 'submitted') refuse(409, 'Only submitted proposals are reviewed');
    if (reviews.some(({ reviewer }) => reviewer === sent.reviewer)) refuse(409, 'They reviewed it already');
    const made: Review = { id: newId('rev'), ...sent, createdAt: new Date().toISOString() };
    reviews.push(made);
    return context.json(made, 201);
  });
}

function addRooms(app: Hono, { rooms, slots }: Store, newId: (prefix: string) => string): void {
  app.get('/rooms', (context) => context.json(page(context, [...rooms.values()])));
  app.post('/rooms', async (context) => {
    onlyChair(context);
    const made: Room = { id: newId('room'), ...sentRoom(await bodyOf(context, 422)) };
    if ([...rooms.values()].some(({ name }) => name === made.name)) refuse(409, 'There is a room of this name');
    rooms.set(made.id, made);
    return context.json(made, 201);
  });
  app.delete('/rooms/:roomId', (context) => {
    onlyChair(context);
    const { id } = rooms.get(context.req.param('roomId')) ?? refuse(404, 'No such room');
    if ([...slots.values()].some(({ roomId }) => roomId === id)) refuse(409, 'The room has slots in the schedule');
    rooms.delete(id);
    return context.body(null, 204);
  });
}

function addSlots(app: Hono, { proposals, rooms, slots }: Store, newId: (prefix: string) => string): void {
  const slot = (id: string) => slots.get(id) ?? refuse(404, 'No such slot');
  app.get('/slots', (context) => {
    const { roomId, date } = context.req.query();
    if (roomId !== undefined && !ROOM_ID.test(roomId)) refuse(400, 'roomId is not the id of a room');
    if (date !== undefined && !isDay(date)) refuse(400, 'date must be a day, as 2026-05-21');
    const found = [...slots.values()]
      .filter((one) => roomId === undefined || one.roomId === roomId)
      .filter((one) => date === undefined || new Date(timeOf(one.startsAt)).toISOString().startsWith(date));
    return context.json({ items: found.toSorted((a, b) => timeOf(a.startsAt) - timeOf(b.startsAt)) });
  });
  app.post('/slots', async (context) => {
    onlyChair(context);
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    const { id: proposalId, state } =
      proposals.get(body.text('proposalId', 40))?.proposal ?? refuse(422, 'proposalId is not one of our proposals');
    const { id: roomId } = rooms.get(body.text('roomId', 40)) ?? refuse(422, 'roomId is not one of our rooms');
    const made: Slot = { id: newId('slot'), proposalId, roomId, ...sentTimes(sent) };
    const [start, end] = [timeOf(made.startsAt), timeOf(made.endsAt)];
    if (state !== 'accepted') refuse(409, 'Only accepted proposals are scheduled');
    const others = [...slots.values()];
    if (others.some((one) => one.proposalId === proposalId)) refuse(409, 'The proposal has a slot already');
    const inRoom = others.filter((one) => one.roomId === roomId);
    if (inRoom.some((one) => timeOf(one.startsAt) < end && start < timeOf(one.endsAt)))
      refuse(409, 'The room is taken');
    slots.set(made.id, made);
    return context.json(made, 201, { location: `/v1/slots/${made.id}` });
  });
  app.get('/slots/:slotId', (context) => context.json(slot(context.req.param('slotId'))));
  app.delete('/slots/:slotId', (context) => {
    onlyChair(context);
    slots.delete(slot(context.req.param('slotId')).id);
    return context.body(null, 204);
  });
}

function create(): Hono {
  const store: Store = { proposals: new Map(), rooms: new Map(), slots: new Map() };
  const newId = idMaker();
  const app = new Hono().basePath('/v1');
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const detail = status === 500 ? 'Something went wrong here' : error.message;
    const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail };
    return context.json(problem, status, { 'content-type': 'application/problem+json' });
  });
  app.use(async (context, next) => {
    userOf(context);
    await next();
  });
  for (const add of [addProposals, addReviews, addRooms, addSlots]) add(app, store, newId);
  return app;
}

export const talks = referenceServer(import.meta.dirname, {
  name: 'talks',
  style: 'a call for papers: state machine by actions, nested speakers, problem+json, cursor in the body, roles',
  document: 'openapi.yaml',
  personas: [
    {
      name: 'Programme chair',
      description: 'Can see and change every proposal, review and decide on them, and manage rooms and the schedule.',
      authType: 'BEARER',
    },
    {
      name: 'Speaker',
      description: 'Can write, submit and withdraw own proposals and see the schedule. May not review or decide.',
      authType: 'BEARER',
    },
    {
      name: 'Other speaker',
      description: 'Another speaker, with the same rights for own proposals. Has no access to the proposals of others.',
      authType: 'BEARER',
    },
  ],
  env: {
    AUTH_PROGRAMME_CHAIR: '{"token":"cfp_chair_7Hq2"}',
    AUTH_SPEAKER: '{"token":"cfp_ines_Zk41"}',
    AUTH_OTHER_SPEAKER: '{"token":"cfp_tomas_9wXe"}',
  },
  identities: {
    owner: { authorization: 'Bearer cfp_chair_7Hq2' },
    outsider: { authorization: 'Bearer cfp_tomas_9wXe' },
  },
  create,
});
