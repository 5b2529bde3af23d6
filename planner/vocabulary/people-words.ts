import { wordGroup } from './word-group.ts';

/** People and groups that own items. */
export const parties = wordGroup('parties', {
  words: 'user account customer client member team tenant organization organisation org workspace',
  matches: ['user', 'billing_account'],
  refuses: ['accounting', 'memberCount'],
});

/** Words for an item's owner, in any position of a name. */
export const holders = wordGroup('holders', {
  words: 'owner author creator company person profile',
  includes: [parties],
  matches: ['ownerName', 'company_id'],
  refuses: ['companion', 'personal'],
  alsoIn: { owners: 'these three are people wherever they stand; "by" is one at the end only' },
});

/** Words after "owner" for what identifies the owner. */
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

/** Words in the name of a secret that is sent a second time. */
export const repeats = wordGroup('repeats', {
  words: 'confirm confirmation confirmed repeat repeated again verify verification retype',
  matches: ['confirmPassword', 'password_again'],
  refuses: ['password', 'against'],
});

/** Words of flags that may remove an item from its list, or change what the call does. */
export const hiding = wordGroup('hiding', {
  words: 'archived deleted hidden disabled dry draft private locked test',
  matches: ['isArchived', 'dry_run_test'],
  refuses: ['latest', 'draftsman'],
});

/** Words for rights. One right may imply others. */
export const grants = wordGroup('grants', {
  words: 'scope permission privilege grant capability right role ability entitlement',
  matches: ['scope', 'user_role'],
  refuses: ['bright', 'roleName'],
  alsoIn: { classifiers: 'the scope of a token is a right; that of a setting is its kind' },
});

/** Words before "key" that make it a secret. */
export const keyKinds = wordGroup('key kinds', {
  words: 'api private access secret public',
  matches: ['apiKey', 'private_key'],
  refuses: ['sortKey', 'capital'],
  alsoIn: {
    hiding: 'private is a flag of an item and a kind of key',
    secrets: 'secret is a secret by itself and a kind of key',
  },
});

/** Words for a secret key, written as one. */
export const accessKeys = wordGroup('access keys', {
  words: 'apikey privkey privatekey pubkey publickey secretkey',
  matches: ['apikey', 'ssh_pubkey'],
  refuses: ['hotkey', 'monkey'],
});

/** Last words of members that hold credentials of another service. */
export const accessSettings = wordGroup('access settings', {
  words: 'auth oauth authentication authorization',
  matches: ['auth', 'proxy_authorization'],
  refuses: ['author', 'authType'],
});
