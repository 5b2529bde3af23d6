import { remembered } from './remembered.ts';

const IRREGULAR: Record<string, string> = {
  analyses: 'analysis',
  children: 'child',
  crises: 'crisis',
  criteria: 'criterion',
  diagnoses: 'diagnosis',
  feet: 'foot',
  geese: 'goose',
  heroes: 'hero',
  hypotheses: 'hypothesis',
  indices: 'index',
  matrices: 'matrix',
  men: 'man',
  mice: 'mouse',
  people: 'person',
  potatoes: 'potato',
  teeth: 'tooth',
  theses: 'thesis',
  tomatoes: 'tomato',
  vertices: 'vertex',
  women: 'woman',
};
/** Singulars in -f or -fe whose plural ends in -ves. Other words keep the e: drives → drive. */
const IN_F = ['calf', 'elf', 'half', 'knife', 'leaf', 'life', 'loaf', 'scarf', 'shelf', 'thief', 'wife', 'wolf'];
/** Singulars that end in one s: bus, status. */
const IN_S = [
  ...'alias analysis apparatus atlas axis basis bias bonus bus campus canvas census chaos consensus corpus crisis'.split(
    ' ',
  ),
  ...'diagnosis emphasis focus gas hypothesis lens minus nexus opus plus radius stimulus status surplus syllabus'.split(
    ' ',
  ),
  ...'synopsis thesis virus'.split(' '),
];
/** Words in -s that stay unchanged. */
const ALIKE = ['series', 'species', 'news', 'https', 'dns', 'sms', 'aws', 'gps', 'os', 'tls', 'address'];

const table = new Map<string, string>([
  ...Object.entries(IRREGULAR),
  ...IN_F.map((one): [string, string] => [`${one.replace(/fe?$/, '')}ves`, one]),
  ...IN_S.flatMap((one): [string, string][] => [
    [`${one}es`, one],
    [one, one],
  ]),
  ...ALIKE.map((one): [string, string] => [one, one]),
]);

/** Returns the singular of a name by its last word: todos → todo, book-shelves → book-shelf. */
export const singular = remembered(findSingular);

function findSingular(noun: string): string {
  const [, before = '', last = ''] = /^(.*?)([A-Z]?[a-z]*)$/s.exec(noun) ?? [];
  const known = table.get(last.toLowerCase());
  if (known !== undefined) return before + last.slice(0, 1) + known.slice(1);
  if (/(mov|cook|zomb)ies$/i.test(noun) || /caches$/i.test(noun)) return noun.slice(0, -1);
  if (/ies$/i.test(noun)) return noun.replace(/ies$/i, 'y');
  if (/(ss|[^aeo]us|x|zz|ch|sh)es$/i.test(noun)) return noun.slice(0, -2);
  return /[^s]s$/i.test(noun) ? noun.slice(0, -1) : noun;
}
