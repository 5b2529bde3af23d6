type Type = 'application/json' | 'text/csv' | 'application/xml';

/** The type of the highest wish; of equal ones, the first of the server's own. */
export const chosen = (accept = '*/*', own: Type[]): Type | undefined => {
  const wishes = accept.split(',').map((part) => {
    const [type = '', ...more] = part.split(';').map((one) => one.trim());
    return { type, weight: Number(more.find((one) => one.startsWith('q='))?.slice(2) ?? 1) };
  });
  const weightOf = (type: Type) =>
    Math.max(0, ...wishes.filter((one) => [type, '*/*'].includes(one.type)).map(({ weight }) => weight));
  return own.filter((type) => weightOf(type) > 0).toSorted((one, other) => weightOf(other) - weightOf(one))[0];
};
