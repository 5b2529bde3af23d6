import { barePath } from '../../resources/model/path-template.ts';
import { type Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/** Path segments, in the singular, at which an outsider joins, requests, follows, likes or reports something. */
const WAY =
  /^(?:join|apply|knock|follow|subscribe|watch|star|like|report|flag|rsvp|register|enroll?|waitlist|.*(?:request|application|membership|follower|subscription|subscriber|watcher|registration|enroll?ment))$/i;
const MEMBER = /members?$/i;
const INVITATION = /invit(?:e|ation)s?$/i;
/** Last segments of paths that show something to people who may not read the item: its free/busy times. */
const SHOWN_OUTSIDE = /^(?:availability|free-?busy|public|badge|embed)$/i;
const ANSWER = /^(?:accept|decline|reject)$/i;

const LETS_IN = new Set(
  'acl access share shared sharing permission grant role collaborator guest attendee participant viewer editor link publication publish visibility'.split(
    ' ',
  ),
);

/**
 * True if a path leads to members (`leadsToMembership`), or has a word about access or publication, also in the name of
 * a parameter: `/files/{id}/permissions`.
 */
export function sharesAccess(path: string): boolean {
  const names = barePath(path).split('/');
  return (
    leadsToMembership(path) || names.flatMap(wordsOf).some((word) => LETS_IN.has(word) || LETS_IN.has(singular(word)))
  );
}

/** True if a segment of the path names members, invitations or a way to join or follow: `/groups/{id}/members`. */
export function leadsToMembership(path: string): boolean {
  return barePath(path)
    .split('/')
    .some((name) => [WAY, MEMBER, INVITATION].some((way) => way.test(singular(name))));
}

/**
 * True for operations that, by the last segment of the path, are meant for people without access to the item:
 * `POST /groups/{id}/join`, `POST /invitations/{id}/accept`, `GET /calendars/{id}/free-busy`.
 */
export function isSharingEndpoint({ method, path, body }: Pick<Operation, 'method' | 'path' | 'body'>): boolean {
  const names = barePath(path).split('/');
  const last = names.at(-1) ?? '';
  if (method === 'GET') return SHOWN_OUTSIDE.test(last);
  const isAnswer = ANSWER.test(last) && names.some((name) => INVITATION.test(name));
  return isAnswer || WAY.test(singular(last)) || (MEMBER.test(last) && body === undefined);
}
