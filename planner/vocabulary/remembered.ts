const MOST = 20_000;

/** The same function, which computes its answer once for each text; what it remembers stays bounded. */
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
