import type { SurfaceOperation } from '#planner/outcome/surface-operation.ts';

/** In the order in which somebody does them. */
const order: SurfaceOperation['role'][] = ['create', 'read', 'list', 'update', 'act', 'delete'];
const mostNamed = 4;

/** The operations that are about what the title names; none where it names nothing of the spec. */
export const operationsAbout = (title: string, surface: readonly SurfaceOperation[]): SurfaceOperation[] => {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = (noun: string): boolean =>
    noun
      .split(' ')
      .every((part) => words.some((word) => [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].includes(part)));
  return surface
    .filter(({ nouns }) => nouns.some(named))
    .toSorted((one, other) => order.indexOf(one.role) - order.indexOf(other.role));
};

/** What an operation lets somebody do, as a sentence that demands it. */
export const sentenceFor = ({ role, verbs, nouns, sends }: SurfaceOperation): string | undefined => {
  const noun = nouns.at(-1);
  if (noun === undefined) return undefined;
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const members = sends.slice(0, mostNamed);
  const among = members.length === 0 ? '' : ` with ${members.map(withArticle).join(', ')}`;
  switch (role) {
    case 'create':
      return `A caller can create ${article} ${noun}${among}.`;
    case 'read':
      return `A caller can read ${article} ${noun} by its id.`;
    case 'list':
      return `A caller can list the ${noun}s.`;
    case 'update':
      return `A caller can change ${article} ${noun}.`;
    case 'delete':
      return `A deleted ${noun} must not be found any more.`;
    default:
      return verbs[0] === undefined ? undefined : `A caller can ${verbs[0]} ${article} ${noun}.`;
  }
};

const withArticle = (member: string): string => `${/^[aeiou]/.test(member) ? 'an' : 'a'} ${member}`;
