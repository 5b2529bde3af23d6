const dayMs = 24 * 3600 * 1000;

/** From so many days before its end on, people are told that a token ends. */
const warningDays = 14;

/** Whether a token ends so soon that somebody should be told; `expiresAt` is ISO 8601. */
export const endsSoon = (expiresAt: string, now: Date): boolean =>
  Date.parse(expiresAt) - now.getTime() <= warningDays * dayMs;

/** For example `valid until 2026-05-31, 90 days left`. */
export const describeTokenEnd = (expiresAt: string, now: Date): string => {
  const days = Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / dayMs));
  return `valid until ${expiresAt.slice(0, 10)}, ${days} day${days === 1 ? '' : 's'} left`;
};
