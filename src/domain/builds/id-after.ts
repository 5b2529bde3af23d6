/**
 * A UUIDv7 that sorts after `earlier`: `id` itself, unless the clock went back since. Then it takes the millisecond after that of `earlier`,
 * so that the newest build of a feature stays first in its list.
 */
export const idAfter = (earlier: string | null, id: string): string => {
  if (earlier === null || id > earlier) return id;
  const earlierMs = Number.parseInt(earlier.slice(0, 8) + earlier.slice(9, 13), 16);
  const digits = (earlierMs + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(13)}`;
};
