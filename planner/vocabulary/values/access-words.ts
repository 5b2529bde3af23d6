import { because } from './because.ts';
import { wordGroup } from '../word-group.ts';

/** Words of members that may name people with access to the item, or their rights: `shareWithUser`, `role`. */
export const peopleWithAccess = wordGroup('people with access', {
  words: `attendee participant member collaborator guest invitee recipient assignee subscriber follower watcher viewer
    editor reader writer user people person share acl access permission grant role audience`,
  matches: ['participant', 'shareWithUser'],
  refuses: ['title', 'memberless'],
  alsoIn: because(
    'in a member, the word names those who may see the item',
    'bought',
    'caller pronouns',
    'choices',
    'creators',
    'grants',
    'holders',
    'key kinds',
    'looked up',
    'openness',
    'other things',
    'owner keys',
    'parties',
  ),
});

/**
 * Words of members that describe a person or list people with access. A flag inside one does not count as opening the
 * item: `owner.isPublic` is about the owner.
 */
export const persons = wordGroup('persons', {
  words: 'owner creator author by me',
  includes: [peopleWithAccess],
  matches: ['createdBy', 'member'],
  refuses: ['title', 'authored'],
  alsoIn: because(
    'in a member, the word describes a person and not who sees the item',
    'caller pronouns',
    'creators',
    'holders',
    'owners',
  ),
});

/** Words of members that may make an item visible to others: `isPublic`. */
export const openness = wordGroup('openness', {
  words: 'public shared sharing visibility privacy audience listed unlisted discoverable',
  matches: ['isPublic', 'visibility'],
  refuses: ['publication', 'share'],
  alsoIn: because(
    'in a member, the word says whether all may see the item',
    'bought',
    'choices',
    'key kinds',
    'privacy',
    'showing',
  ),
});

/** Enum values, in any letter case, that may make an item visible to more than its owner: "public", "team". */
export const forAll = wordGroup('for all', {
  kind: 'state',
  words: `public published everyone anyone world unlisted internal global shared team org organization organisation
    company workspace domain`,
  matches: ['public', 'everyone'],
  refuses: ['private', 'worldly'],
});

/** Words of members for a container with many members, who may see an item in it: `workspaceId`. */
export const containers = wordGroup('containers', {
  kind: 'noun',
  words: 'team group organization organisation org workspace department space household',
  matches: ['workspaceId', 'team'],
  refuses: ['teammate', 'project'],
  alsoIn: { 'shared matches': 'an item in one is visible to its members' },
});
