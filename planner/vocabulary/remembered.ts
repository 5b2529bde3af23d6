const MOST = 20_000;

/** Returns `find` with a cache by text. An undefined result is not cached. At 20,000 texts the cache is emptied. */
export function remembered<Found>(find: (text: string) => Found): (text: string) => Found {
  const found = new Map<string, Found>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined) return known;
    if (found.size >= MOST) found.clear();
    const value = find(text);
    found.set(text, value);
    return value;
  };
}
