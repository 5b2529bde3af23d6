import { randomBytes } from 'node:crypto';
import { checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

export const STATES = ['draft', 'submitted', 'accepted', 'rejected', 'withdrawn'] as const;
const EQUIPMENT = ['projector', 'whiteboard', 'recording', 'stage'];
const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

type Speaker = { name: string; email: string; company?: string; bio?: string };
export type State = (typeof STATES)[number];
export type Proposal = {
  id: string;
  title: string;
  abstract: string;
  format: string;
  level: string;
  tags: string[];
  speakers: Speaker[];
  notes: string | null;
  state: State;
  rejectionReason: string | null;
  createdAt: string;
  submittedAt: string | null;
};
export type Review = { id: string; reviewer: string; score: number; comment: string; createdAt: string };
export type Room = { id: string; name: string; capacity: number; equipment: string[] };
export type Slot = { id: string; proposalId: string; roomId: string; startsAt: string; endsAt: string };

export const isDay = (text: string) => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
export const timeOf = (instant: string) => Date.parse(instant.toUpperCase());

/** Ids that sort by the time they were made: no two get the same millisecond. */
export function idMaker(): (prefix: string) => string {
  let last = 0;
  return (prefix) => {
    last = Math.max(Date.now(), last + 1);
    const time = Array.from({ length: 10 }, (_, place) => LETTERS[Math.floor(last / 32 ** (9 - place)) % 32]);
    return `${prefix}_${time.join('')}${Array.from(randomBytes(16), (byte) => LETTERS[byte % 32]).join('')}`;
  };
}

function uniqueTexts(body: Body, field: string, most: number, fits: (text: string) => boolean): string[] {
  const texts = checked(body, 422).texts(field);
  return texts.length <= most && new Set(texts).size === texts.length && texts.every(fits)
    ? texts
    : refuse(422, `${field} must be at most ${most} different values that are allowed here`);
}

function instant(body: Body, field: string): string {
  const value = checked(body, 422).matching(field, INSTANT);
  return isDay(value.slice(0, 10)) ? value : refuse(422, `${field} is not a day of the calendar`);
}

function sentSpeakers({ speakers }: Body): Speaker[] {
  if (!Array.isArray(speakers) || speakers.length < 1 || speakers.length > 4) refuse(422, 'speakers must be 1 to 4');
  return (speakers as unknown[]).map((one) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) refuse(422, 'a speaker must be an object');
    const sent = one as Body;
    const body = checked(sent, 422);
    return {
      name: body.text('name', 100),
      email: body.matching('email', /^[^@\s]+@[^@\s]+$/),
      ...(sent.company !== undefined && { company: body.text('company', 100, 0) }),
      ...(sent.bio !== undefined && { bio: body.text('bio', 1000, 0) }),
    };
  });
}

export function sentProposal(sent: Body) {
  const body = checked(sent, 422);
  return {
    title: body.text('title', 120, 5),
    abstract: body.text('abstract', 3000, 20),
    format: body.oneOf('format', ['talk', 'workshop', 'lightning']),
    level: sent.level === undefined ? 'intermediate' : body.oneOf('level', ['beginner', 'intermediate', 'advanced']),
    tags: sent.tags === undefined ? [] : uniqueTexts(sent, 'tags', 5, (tag) => /^[a-z0-9-]{1,30}$/.test(tag)),
    speakers: sentSpeakers(sent),
    notes: sent.notes === undefined || sent.notes === null ? null : body.text('notes', 2000, 0),
  };
}

export function sentReview(sent: Body) {
  const body = checked(sent, 422);
  return {
    reviewer: body.text('reviewer', 100),
    score: body.number('score', 1, 5),
    comment: sent.comment === undefined ? '' : body.text('comment', 2000, 0),
  };
}

export function sentRoom(sent: Body) {
  const body = checked(sent, 422);
  return {
    name: body.text('name', 60),
    capacity: body.number('capacity', 1, 5000),
    equipment: sent.equipment === undefined ? [] : uniqueTexts(sent, 'equipment', 4, (one) => EQUIPMENT.includes(one)),
  };
}

export function sentTimes(sent: Body) {
  const times = { startsAt: instant(sent, 'startsAt'), endsAt: instant(sent, 'endsAt') };
  return timeOf(times.startsAt) < timeOf(times.endsAt) ? times : refuse(422, 'endsAt must be after startsAt');
}
