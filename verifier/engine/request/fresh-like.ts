/**
 * A random value of the same form. A number gets at least nine digits. In other values, digits stay digits, letters
 * stay letters, and hexadecimal stays hexadecimal. Other letters exclude `i`, `l`, `o` and `u`, which many id alphabets
 * lack.
 */
export function freshLike(value: string, random: () => number): string {
  const pick = (alphabet: string): string => alphabet[Math.floor(random() * alphabet.length)] as string;
  if (/^\d+$/.test(value))
    return `1${Array.from({ length: Math.max(8, value.length - 1) }, () => pick('0123456789')).join('')}`;
  const hexadecimal = /^[0-9a-f-]+$/i.test(value) && /\d/.test(value);
  return value
    .replace(/[0-9]/g, () => pick('123456789'))
    .replace(/[a-z]/g, () => pick(hexadecimal ? 'abcdef' : 'abcdefghjkmnpqrstvwxyz'))
    .replace(/[A-Z]/g, () => pick(hexadecimal ? 'ABCDEF' : 'ABCDEFGHJKMNPQRSTVWXYZ'));
}
