/**
 * Whether a template ends in a parameter, behind which a form of its answers may stand: /todos/{id}, /todos/{id}/,
 * /todos/{id}.json.
 */
export function namesItem(path: string): boolean {
  return /\}(\.json)?\/?$/.test(path);
}
