import { remembered } from './remembered.ts';

/** Lower-case words of a field name: "createdAt", "created_at" and "created-at" all give created, at. */
export const wordsOf = remembered(splitWords);

/** The last word of a name: "status" of orderStatus; "" where there is none. */
export function lastWordOf(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

/** A name however it is written: "pagesize" of pageSize, page_size and page-size. */
export const plainName = remembered((name) => wordsOf(name).join(''));

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Two names that differ only in writing: projectId, project_id, ProjectID. */
export function sameName(left: string, right: string): boolean {
  return left === right || plainName(left) === plainName(right);
}
