/**
 * A value that should be new for each seed, journey and attempt: `prefix + stem + "-" + nonce + suffix`. If `maxLength`
 * is too short, the stem is cut. `charset`: `text` a-z0-9 and hyphen; `alphanumeric` a-z0-9; `digits` 0-9 without
 * hyphen; `uuid` a v4 UUID made from nonce and stem; `integer` a JSON integer within `minimum`..`maximum`; `days` the
 * stem as a date, moved by that many days; `places` one of `letters[n]` at each place n.
 */
export type UniqueValue = {
  stem: string;
  maxLength: number;
  charset: 'text' | 'alphanumeric' | 'digits' | 'uuid' | 'integer' | 'days' | 'places';
  letters?: string[];
  prefix?: string;
  suffix?: string;
  minimum?: number;
  maximum?: number;
};
