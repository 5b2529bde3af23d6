/** `length` hexadecimal digits, never all zero. */
export function randomHex(random: () => number, length: number): string {
  let digits = '';
  while (digits.length < length)
    digits += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return /^0+$/.test(digits) ? `1${digits.slice(1, length)}` : digits.slice(0, length);
}
