import { remembered } from './remembered.ts';

/** Returns the words of a name in lower case: "created", "at" for `createdAt`, `created_at` and `created-at`. */
export const wordsOf = remembered(splitWords);

/** Returns the last word of a name in lower case: "status" for `orderStatus`; "" for an empty name. */
export function lastWordOf(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

/** Returns a name's words joined in lower case: "pagesize" for `pageSize` and `page_size`. */
export const plainName = remembered((name) => wordsOf(name).join(''));

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * True if two names have the same letters and digits, whatever their case and separators: `projectId`, `project_id`.
 */
export function sameName(left: string, right: string): boolean {
  return left === right || plainName(left) === plainName(right);
}
