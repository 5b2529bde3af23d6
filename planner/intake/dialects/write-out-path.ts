import { singular } from '../../vocabulary/singular.ts';
import type { Parameter } from '../model/operation.ts';

const ANY_NAME = '[^/]+';

/**
 * Returns the segments of a pattern that is a path, with `*` for a name: ["projects", "*"] for `projects/[^/]+`.
 * Undefined for a pattern that is no path.
 */
function placesIn(pattern: unknown): string[] | undefined {
  if (typeof pattern !== 'string') return undefined;
  const places = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll(ANY_NAME, '*').split('/');
  const [first = ''] = places;
  return /^[a-z]/i.test(first) && places.includes('*') && places.every((place) => /^(\*|[a-z][\w-]*)$/i.test(place))
    ? places
    : undefined;
}

/**
 * Replaces a path parameter whose pattern is a whole path by that path: `/v1/{name}` with the pattern `projects/[^/]+`
 * becomes `/v1/projects/{project}`. Each name in the path becomes a parameter.
 */
export function writeOutPath(template: string, parameters: Parameter[]): { path: string; parameters: Parameter[] } {
  return parameters.reduce(
    (read, whole) => {
      const { in: place, name, schema } = whole;
      const places = place === 'path' && typeof schema === 'object' ? placesIn(schema['pattern']) : undefined;
      if (!places || !read.path.includes(`{${name}}`)) return read;
      const taken = new Set(read.parameters.map((parameter) => parameter.name));
      const named = places.map((one, index) => {
        if (one !== '*') return one;
        const before = places[index - 1];
        const noun = singular(before === undefined || before === '*' ? name : before);
        const free = taken.has(noun) ? `${noun}_${index}` : noun;
        taken.add(free);
        return `{${free}}`;
      });
      const names = named.filter((_, index) => places[index] === '*').map((one) => one.slice(1, -1));
      const single = names.map((one) => ({ ...whole, name: one, schema: { type: 'string' as const }, examples: [] }));
      return {
        path: read.path.replace(`{${name}}`, named.join('/')),
        parameters: [...read.parameters.filter((parameter) => parameter !== whole), ...single],
      };
    },
    { path: template, parameters },
  );
}
