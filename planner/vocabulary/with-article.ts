/** Beginnings of words that are written with a vowel and spoken with a consonant: a user, a European, a one-off. */
const AS_CONSONANT = /^(eu|one|once|u(?!n(?!i)|p|l|m|r(?![il])))/i;
const AS_VOWEL = /^(hour|honest|heir|http|html|ssh|sms|xml)/i;

/** Returns the noun with its indefinite article: an order, a user. With `first`, the article has a capital. */
export function withArticle(noun: string, first = false): string {
  const isVowel = (/^[aeiou]/i.test(noun) && !AS_CONSONANT.test(noun)) || AS_VOWEL.test(noun);
  return `${first ? 'A' : 'a'}${isVowel ? 'n' : ''} ${noun}`;
}
