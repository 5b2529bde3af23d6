import type { waiver as schema } from '#contract/schemas/coverage.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';

/** Whether it is not over at `now`. */
export const counts = ({ waivedUntil }: Waiver, now: Date): boolean =>
  waivedUntil === null || Date.parse(waivedUntil) > now.getTime();

/** A waiver as the interface shows it. */
export const showWaiver = (waiver: Waiver, now: Date): z.input<typeof schema> => {
  const { waivedUntil, ...rest } = waiver;
  return { ...rest, expiresAt: waivedUntil, counts: counts(waiver, now) };
};
