/** The caller's `X-Request-Id` where it is one we can carry, else a new one (decision record 0002). */
export const requestIdOf = (headers: Record<string, string>, newId: () => string): string => {
  const given = headers['x-request-id'] ?? '';
  return /^[\w-]{8,64}$/.test(given) ? given : newId();
};
