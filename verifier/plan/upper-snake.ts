/**
 * A name as part of a variable: workspaceId gives WORKSPACE_ID, HTTPServer2 HTTP_SERVER2, "read only" READ_ONLY.
 * Specification §4.
 */
export function upperSnake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
