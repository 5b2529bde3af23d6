import { because } from '../values/because.ts';
import { wordGroup } from '../word-group.ts';

/** Members for an item's creation time. The whole name must match: `date_created`. */
export const creationTimes = wordGroup('creation times', {
  words: 'createdat createdon createddate creationdate creationtime datecreated insertedat',
  matches: ['createdAt', 'date_created'],
  refuses: ['updatedAt', 'created'],
});

/** Last words of members that name a person with a part in an item: `assignee`. */
export const personParts = wordGroup('person parts', {
  words: 'author owner creator assignee reporter reviewer member manager sender recipient',
  matches: ['author', 'issue_assignee'],
  refuses: ['authored', 'ownership'],
  alsoIn: because(
    'as the last word of a reference, the word means a person',
    'creators',
    'holders',
    'other things',
    'owners',
    'parties',
    'people with access',
    'persons',
  ),
});

/** Members besides ids by which a path or reference may identify an item: `GET /tags/{slug}`, `country_code`. */
export const keyMembers = wordGroup('key members', {
  words: 'name slug key code login username handle number symbol sku email',
  matches: ['slug', 'sku'],
  refuses: ['id', 'renamed'],
  alsoIn: because(
    'here the word names a member by which a path identifies its item',
    'entry statuses',
    'identities',
    'item codes',
    'lease tokens',
    'looked up',
    'of response',
    'owner keys',
    'plain texts',
    'rows',
    'sign-in tokens',
    'whom',
  ),
});

/** Response members that usually describe the response, not the item. The exact name must match: `errors`. */
export const ofResponse = wordGroup('of response', {
  words: '_embedded _links code errors included jsonapi links message pagination status success warnings',
  matches: ['errors', 'jsonapi'],
  refuses: ['name', 'successor'],
  alsoIn: because(
    'around an item, the word says something about the whole response',
    'about results',
    'entry statuses',
    'identities',
    'links',
    'looked up',
    'notes',
    'page links',
    'statuses',
  ),
});

/**
 * Words in names of schemas that tell their use, not the resource: `OrderResponse`, `OrderDto`. Also names of response
 * members that hold the item: `response`.
 */
export const schemaRoles = wordGroup('schema roles', {
  kind: 'noun',
  words: 'body data detail dto full item model out output payload public read response result schema view',
  matches: ['OrderResponseBody', 'order_dto'],
  refuses: ['Order', 'Preview'],
  alsoIn: because('in the name of a schema, the word tells its use', 'line nouns', 'other files'),
});

/** Words of parameters by which an import may keep the existing items: `?mode=append`. */
export const keepsItems = wordGroup('keeps items', {
  kind: 'parameter',
  words: 'append conflict conflicts existing keep merge mode strategy',
  matches: ['onConflict', 'mode'],
  refuses: ['replace', 'model'],
});

/** Words in the last path segment or operationId of an operation that may import items: `importBookmarks`. */
export const imports = wordGroup('imports', {
  kind: 'verb',
  words: 'bulk batch import',
  matches: ['importBookmarks', 'bulk'],
  refuses: ['important', 'create'],
  alsoIn: { copies: 'the verb brings in items, and copies none' },
});
