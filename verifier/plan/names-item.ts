/** True if a path template ends in a parameter: /todos/{id}, /todos/{id}/, /todos/{id}.json. */
export function namesItem(path: string): boolean {
  return /\}(\.json)?\/?$/.test(path);
}
