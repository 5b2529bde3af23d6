import { wordGroup } from './word-group.ts';

/** Words for people and groups that may own items: `user`, `billing_account`. */
export const parties = wordGroup('parties', {
  words: 'user account customer client member team tenant organization organisation org workspace',
  matches: ['user', 'billing_account'],
  refuses: ['accounting', 'memberCount'],
});

/** Words for an item's owner, in any position of a name: `company_id`. */
export const holders = wordGroup('holders', {
  words: 'owner author creator company person profile',
  includes: [parties],
  matches: ['ownerName', 'company_id'],
  refuses: ['companion', 'personal'],
  alsoIn: { owners: 'these three are people wherever they stand; "by" is one at the end only' },
});

/** Words after "owner" for what identifies the owner: `ownerLogin`. */
export const ownerKeys = wordGroup('owner keys', {
  words: 'email mail login username handle user account',
  matches: ['owner_email', 'ownerLogin'],
  refuses: ['owner_type', 'emailed'],
  alsoIn: {
    parties: 'an owner is said by user or account, too',
    'checked numbers': 'an owner account is no bank account',
    identities: 'what identifies an account names an owner; a code or a slug does not',
  },
});

/** Words in the name of a password that is sent a second time: `confirmPassword`. */
export const repeats = wordGroup('repeats', {
  words: 'confirm confirmation confirmed repeat repeated again verify verification retype',
  matches: ['confirmPassword', 'password_again'],
  refuses: ['password', 'against'],
});

/** Words of flags that may hide an item from its list or change what the call does: `isArchived`. */
export const hiding = wordGroup('hiding', {
  words: 'archived deleted hidden disabled dry draft private locked test',
  matches: ['isArchived', 'dry_run_test'],
  refuses: ['latest', 'draftsman'],
});

/** Last words, in the singular, of names for rights: `user_role`. One right may imply others. */
export const grants = wordGroup('grants', {
  words: 'scope permission privilege grant capability right role ability entitlement',
  matches: ['scope', 'user_role'],
  refuses: ['bright', 'roleName'],
  alsoIn: { classifiers: 'the scope of a token is a right; that of a setting is its kind' },
});

/** Words before "key" in the name of a key for access: `apiKey`. */
export const keyKinds = wordGroup('key kinds', {
  words: 'api private access secret public',
  matches: ['apiKey', 'private_key'],
  refuses: ['sortKey', 'capital'],
  alsoIn: {
    hiding: 'private is a flag of an item and a kind of key',
    secrets: 'secret is a secret by itself and a kind of key',
  },
});

/** Last words of names of keys for access, each written as one word: `apikey`, `ssh_pubkey`. */
export const accessKeys = wordGroup('access keys', {
  words: 'apikey privkey privatekey pubkey publickey secretkey',
  matches: ['apikey', 'ssh_pubkey'],
  refuses: ['hotkey', 'monkey'],
});

/** Last words of members that hold credentials of another service: `proxy_authorization`. */
export const accessSettings = wordGroup('access settings', {
  words: 'auth oauth authentication authorization',
  matches: ['auth', 'proxy_authorization'],
  refuses: ['author', 'authType'],
});

/** Nouns for an account that signs in: `user`, `teamMember`. */
export const accountNouns = wordGroup('account nouns', {
  kind: 'noun',
  words: 'account member user',
  matches: ['user', 'teamMember'],
  refuses: ['membership', 'users'],
});

/** Last words of the noun of a resource whose items are people: `profile`. */
export const people = wordGroup('people', {
  kind: 'noun',
  words: 'author people person profile',
  includes: [accountNouns],
  matches: ['profile', 'user'],
  refuses: ['customer', 'authority'],
});

/**
 * Nouns of a collection to which a registration may add an item: `POST /customers`. The whole noun, in the singular,
 * must match.
 */
export const registered = wordGroup('registered', {
  kind: 'noun',
  words: 'customer',
  includes: [accountNouns],
  matches: ['customer', 'user'],
  refuses: ['author', 'customs'],
});

/** Last path segments of an operation that registers a user. The whole segment must match: `POST /sign-up`. */
export const registrations = wordGroup('registrations', {
  kind: 'noun',
  words: 'register registration signup',
  matches: ['sign-up', 'register'],
  refuses: ['registry', 'signin'],
});

/** Words in the path of an operation that may confirm a registration: `POST /verify-email`. */
export const confirmations = wordGroup('confirmations', {
  kind: 'noun',
  words: 'confirm confirmation verify verification activate activation otp',
  matches: ['verify-email', 'activation'],
  refuses: ['register', 'active'],
});

/** Last path segments of operations about the caller alone. The whole segment must match: `GET /me`, `GET /whoami`. */
export const callerNames = wordGroup('caller names', {
  kind: 'noun',
  words: 'currentuser me myself self userinfo verifycredentials viewer whoami account profile user',
  matches: ['current-user', 'me'],
  refuses: ['users', 'menu'],
  alsoIn: {
    'account nouns': 'a noun in the singular is the account of the caller',
    people: 'a profile in the singular is that of the caller',
  },
});

/**
 * Path segments of operations about the caller or the caller's settings. The whole segment must match: `PUT /settings`.
 */
export const callerSettings = wordGroup('caller settings', {
  kind: 'noun',
  words: 'preferences privacy settings',
  includes: [callerNames],
  matches: ['settings', 'me'],
  refuses: ['setting', 'private'],
});

/** Response members for an item's creator. The whole name must match: `createdBy`. */
export const creators = wordGroup('creators', {
  words: 'author createdby creator madeby owner postedby writer writtenby',
  matches: ['createdBy', 'author'],
  refuses: ['authored', 'ownership'],
  alsoIn: {
    owners: 'who made an item owns it; "by" alone names nobody',
    holders: 'who made an item owns it; a company or profile makes nothing by itself',
  },
});

/** Words of members, and enum values, about who may see an account or about approval of followers: `isPrivate`. */
export const privacy = wordGroup('privacy', {
  words: 'approval approve approved locked pending privacy private protected public visibility',
  matches: ['isPrivate', 'profile_visibility'],
  refuses: ['publication', 'privateer'],
  alsoIn: {
    hiding: 'locked and private hide an item, and an account',
    'key kinds': 'private and public are kinds of keys, and of accounts',
    choices: "a visibility is one of the server's own values",
    bought: 'privacy and visibility are settings that a service may sell',
  },
});

/** Words of operations or paths that may request or grant a relation instead of starting one: `/follow-requests`. */
export const relationRequests = wordGroup('relation requests', {
  kind: 'noun',
  words: 'accept approval approve approving pending request',
  matches: ['follow-request', 'pending'],
  refuses: ['follow', 'quest'],
});

/** Beginnings of words by which an operation may only ask for a relation: "Ask to follow a private account". */
export const joinRequests = wordGroup('join requests', {
  kind: 'noun',
  words: 'ask private',
  includes: [relationRequests],
  matches: ['ask-to-join', 'request'],
  refuses: ['follow', 'task'],
});

/**
 * Texts that a path contains besides "follow" if a service has follow requests: `POST /follow-requests/{id}/accept`.
 */
export const followAnswers = wordGroup('follow answers', {
  kind: 'noun',
  words: 'deny',
  includes: [relationRequests],
  matches: ['deny', 'accept'],
  refuses: ['follow', 'deniers'],
});

/** Response members for the token of a sign-in, the likeliest first. The whole name must match: `access_token`. */
export const signInTokens = wordGroup('sign-in tokens', {
  words: 'accesstoken token jwt idtoken authtoken sessiontoken key',
  matches: ['access_token', 'jwt'],
  refuses: ['tokens', 'keyboard'],
  alsoIn: {
    secrets: 'a token is a secret of whoever signs in',
    identities: 'a key identifies an item; in the response to a sign-in it is the token',
    'lease tokens': 'a token names a lease to its holder, or a session',
  },
});
