import { addressOf, type Connection, parsed, refusalOf } from '../api/call-api.ts';
import { fetchPatiently } from '../api/fetch-patiently.ts';
import { connectionOf } from '../login/login-file.ts';
import { readTextFile } from '../read-text-file.ts';
import type { Command, Given } from './command-table.ts';
import { findFeature, findProject } from './find-feature.ts';
import { usageError } from './parse-options.ts';

/** `dezycro api`: any operation of the interface, with the token of the login. Prints the body of the answer. */
export const api: Command<'api'> = async ({ options: given, rest }, io) => {
  const [method, path] = targetOf(rest);
  const connection = await connectionOf(io.env);
  const url = addressOf(connection.url, path, await placeOf(path, connection, given));
  const body = given.data === undefined ? undefined : await readTextFile(given.data, '--data');
  const answer = await fetchPatiently(url, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${connection.token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (answer.status >= 400) throw refusalOf(answer.status, parsed(text), `${method} ${path}`);
  io.stdout(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return 0;
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Only a path: the token goes to no other host. Throws InputError USAGE. */
const targetOf = (rest: readonly string[]): [method: string, path: string] => {
  const [method, path] = rest.length === 1 ? ['GET', rest[0]!] : [rest[0]?.toUpperCase() ?? '', rest[1] ?? ''];
  if (rest.length <= 2 && METHODS.includes(method) && /^\/(?![/\\])/.test(path)) return [method, path];
  throw usageError(`Give a method (${METHODS.join(', ')}) and a path that begins with /.`, 'api');
};

/** What stands in braces in the path. */
const placeOf = async (
  path: string,
  connection: Connection,
  given: Given<'api'>['options'],
): Promise<Record<string, string>> => {
  if (path.includes('{featureId}')) return findFeature(connection, given);
  return /\{(workspaceId|projectId)\}/.test(path) ? findProject(connection, given) : {};
};
