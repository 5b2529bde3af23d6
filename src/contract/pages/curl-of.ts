import type { Operation, Placed } from './operation-view.ts';

/** The request of an operation as a line of curl, with its example; path parameters and the token are variables of the shell. */
export const curlOf = ({ method, path, operation }: Placed): string => {
  const url = `$DEZYCRO_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`)}`;
  const example = exampleOf(operation);
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${url}"`,
    ...(operation.security === undefined ? [`-H "Authorization: Bearer $DEZYCRO_TOKEN"`] : []),
    ...(example === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n  ');
};

const exampleOf = ({ requestBody }: Operation): unknown => requestBody?.content?.['application/json']?.example;

/** `workspaceId` → `WORKSPACE_ID`. */
const variable = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
