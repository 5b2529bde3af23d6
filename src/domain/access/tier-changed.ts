/**
 * The tenant had another tier by the time of the write. Nothing was written; the request is carried out anew from authentication on, since
 * roles, limits and seats depend on the tier (decision record 0127).
 */
export class TierChanged extends Error {
  override readonly name = 'TierChanged';
}
