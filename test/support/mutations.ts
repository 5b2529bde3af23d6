type Signed = { body: string; header: string };

/** A small generator of its own, so that a seed names the same changes everywhere (mulberry32). */
const seeded = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

type Change = (text: string, pick: (below: number) => number) => string;

const printable = (pick: (below: number) => number): string => String.fromCharCode(32 + pick(95));

/** Each way to change a text; what comes out may by chance be the same text. */
const changes: readonly Change[] = [
  (text, pick) => replaceAt(text, pick(text.length), printable(pick)),
  (text, pick) => replaceAt(text, pick(text.length), ''),
  (text, pick) => {
    const at = pick(text.length + 1);
    return text.slice(0, at) + printable(pick) + text.slice(at);
  },
  (text, pick) => text.slice(0, pick(text.length)),
  (text, pick) => text.slice(pick(text.length)),
  (text, pick) => text.replace(/\d/g, (digit) => (pick(4) === 0 ? String(pick(10)) : digit)),
  (text, pick) => replaceAt(text, pick(text.length), ['\u0000', '\ufffd', '\n', 'ſ', ','][pick(5)]!),
  (text, pick) => swapped(text, pick(text.length - 1)),
  (text) => text.toUpperCase(),
  (text) => `${text}${text}`,
];

const replaceAt = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);
const swapped = (text: string, at: number): string =>
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);

/** Whether the header still holds the very time and signature: then it is no forgery, whatever stands beside them. */
const isGenuine = (header: string, of: string): boolean => {
  const parts = new Set(header.split(','));
  return of.split(',').every((claim) => parts.has(claim));
};

/** So many changes of a signed body or its header, by seed: never one that says the same. */
export function* mutations(of: Signed, count: number, seed: number): Generator<Signed> {
  const pick = seeded(seed);
  for (let made = 0; made < count;) {
    const change = changes[pick(changes.length)]!;
    const changed = pick(2) === 0 ? { ...of, body: change(of.body, pick) } : { ...of, header: change(of.header, pick) };
    if (changed.body === of.body && isGenuine(changed.header, of.header)) continue;
    made += 1;
    yield changed;
  }
}
