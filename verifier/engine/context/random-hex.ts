/** `length` hexadecimal digits, never all zero. */
export function randomHex(random: () => number, length: number): string {
  let digits = '';
  while (digits.length < length)
    digits += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return /^0+$/.test(digits) ? `1${digits.slice(1, length)}` : digits.slice(0, length);
}

/** A random UUID of version 4. */
export function randomUuid(random: () => number): string {
  const digits = randomHex(random, 32);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20)].join('-');
}
