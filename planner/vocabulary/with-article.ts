/** Vowels that are spoken as consonants: a user, a European, a one-off. */
const AS_CONSONANT = /^(eu|one|once|u(?!n(?!i)|p|l|m|r(?![il])))/i;
const AS_VOWEL = /^(hour|honest|heir|http|html|ssh|sms|xml)/i;

/**
 * The noun with its indefinite article, "an order", "a user", "an hour"; `first` = as the first words of a sentence.
 */
export function withArticle(noun: string, first = false): string {
  const isVowel = (/^[aeiou]/i.test(noun) && !AS_CONSONANT.test(noun)) || AS_VOWEL.test(noun);
  return `${first ? 'A' : 'a'}${isVowel ? 'n' : ''} ${noun}`;
}
