import { wordGroup } from './word-group.ts';

/** Words for codes that identify one item of its kind, such as an ISBN: `sku`, `device_serial`. */
export const itemCodes = wordGroup('item codes', {
  words: 'sku isbn plate barcode vin ean gtin serial',
  matches: ['sku', 'device_serial'],
  refuses: ['template', 'serialized'],
});

/** Members that usually only one kind of item has. The whole name must match: `serialNumber` of a device. */
export const ownKeys = wordGroup('own keys', {
  words: 'serialnumber imei iban licenseplate',
  includes: [itemCodes],
  matches: ['serialNumber', 'imei'],
  refuses: ['code', 'number'],
});

/** Words for an item's identifier. The name must be one such word alone: `id`, `_uuid`. */
export const wholeIds = wordGroup('whole ids', {
  words: 'id uuid guid identifier',
  matches: ['id', '_uuid'],
  refuses: ['idea', 'identity'],
  alsoIn: {
    'checked numbers': 'an id card has a number that others issue',
    ids: 'ref and pk alone may refer to another item',
  },
});

/** Last words of members whose value usually differs between items: `slug`, `userEmail`. */
export const identities = wordGroup('identities', {
  words: 'name slug key code email username login handle subdomain',
  includes: [itemCodes],
  matches: ['slug', 'userEmail'],
  refuses: ['title', 'keyboard'],
});

/** Words before "code" in codes that many items share: `countryCode`. */
export const sharedCodes = wordGroup('shared codes', {
  words: `country currency language postal zip post area region state coupon promo promotion discount voucher
    referral invite invitation gift`,
  matches: ['countryCode', 'zip_code'],
  refuses: ['productCode', 'estate'],
  alsoIn: { statuses: 'a state is one of a country and one of an order' },
});

/** Words of numbers that often have a check digit or an issuer: `accountNumber`. A server may refuse a made-up one. */
export const checkedNumbers = wordGroup('checked numbers', {
  words: 'account bank card credit iban id insurance passport phone routing social ssn tax vat',
  matches: ['accountNumber', 'iban'],
  refuses: ['accounting', 'cardboard'],
  alsoIn: {
    parties: 'account is a party; an account number has a check digit',
    'own keys': 'an IBAN has check digits, and only accounts have one',
    ids: 'the number of an id card is issued by others',
    secrets: 'a social security number is issued by others, and a read masks it',
  },
});
