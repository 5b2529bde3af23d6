/**
 * A value that should be new for each seed, journey and attempt. `charset` `text`: prefix, stem, "-", nonce (a-z0-9)
 * and suffix. `alphanumeric`: the same without hyphen. `digits`: nine digits in place of hyphen and nonce. If
 * `maxLength` is too short, the stem is cut first. `uuid`: a v4 UUID made from nonce and stem. `integer`: a JSON
 * integer within `minimum`..`maximum`. `days`: the stem as a date, moved by so many days. `places`: one of `letters[n]`
 * at each place n.
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
