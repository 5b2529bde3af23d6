/** A period of a subscription, in Unix epoch seconds. */
export type Period = { startsAt: number; endsAt: number };

/** One side of a change: so many seats at this price. */
export type Seats = { quantity: number; unitPriceCents: number };

/**
 * One line of a proration (decision record 0107): floor(± unit × quantity × seconds left / seconds of the period). A credit is rounded
 * towards −∞ as well, so −2.5 cents become −3. Whole numbers throughout: no sum is too large to be exact.
 */
export const prorationLine = (
  sign: 1 | -1,
  { quantity, unitPriceCents }: Seats,
  period: Period,
  at: number,
): number => {
  const length = BigInt(period.endsAt - period.startsAt);
  const left = period.endsAt - Math.min(Math.max(at, period.startsAt), period.endsAt);
  return length <= 0n ? 0 : Number(floorOf(BigInt(sign * unitPriceCents) * BigInt(quantity) * BigInt(left), length));
};

/** What a change in the middle of a period costs, in cents: the new seats' line and the old ones' credit, rounded one by one. */
export const prorationOf = (before: Seats, after: Seats, period: Period, at: number): number =>
  prorationLine(-1, before, period, at) + prorationLine(1, after, period, at);

const floorOf = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return dividend < 0n && dividend % divisor !== 0n ? quotient - 1n : quotient;
};
