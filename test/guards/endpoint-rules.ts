import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { canBeForbidden, type Permission, permissions } from '#contract/permissions.ts';
import { kebab } from './repository.ts';

/** What `functions/api/<file>.ts` exports. */
export type HandlerModule = { operation?: { endpoint: Endpoint }; handler?: unknown };

/** Every endpoint has its function, which carries out that endpoint; every function has its endpoint. */
export const handlerViolations = (
  endpoints: readonly Endpoint[],
  modules: Readonly<Record<string, HandlerModule>>,
): string[] => {
  const wanted = new Set(endpoints.map(({ operationId }) => kebab(operationId)));
  const missing = endpoints.flatMap((endpoint) => {
    const name = kebab(endpoint.operationId);
    const found = modules[name];
    if (!found) return [`functions/api/${name}.ts is missing`];
    const problems = [];
    if (found.operation?.endpoint !== endpoint) problems.push(`functions/api/${name}.ts exports no operation for it`);
    if (typeof found.handler !== 'function') problems.push(`functions/api/${name}.ts exports no handler`);
    return problems;
  });
  const surplus = Object.keys(modules).filter((name) => !wanted.has(name));
  return [...missing, ...surplus.map((name) => `functions/api/${name}.ts has no endpoint in the registry`)];
};

/** Every endpoint that changes something says what it lies in, as its path has it; reads say nothing. */
export const containerViolations = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({ operationId, method, path, container }) => {
    if (method === 'GET') return container === undefined ? [] : [`${operationId} is a read with a container`];
    if (container === undefined) return [`${operationId} changes something and states no container`];
    return (container === 'NONE') === path.includes('{workspaceId}')
      ? [`${operationId} has the path ${path} and the container ${container}`]
      : [];
  });

/** Operation ids, and method with path, name one endpoint each. */
export const duplicateViolations = (endpoints: readonly Endpoint[]): string[] => {
  const names = endpoints.flatMap(({ operationId, method, path }) => [
    operationId,
    `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  ]);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`);
};

/** The statuses that an endpoint's tests must have a case for. */
export const requiredStatuses = ({ success, permission, method, path, request, errors }: Endpoint): number[] => {
  const hasInput = request.body !== undefined || Object.keys(request.query.shape).length > 0;
  return [
    success.status,
    ...(permission === 'public' ? [] : [401]),
    ...(canBeForbidden({ permission, method }) ? [403] : []),
    ...(pathParameters(path).length > 0 || errors.includes('NOT_FOUND') ? [404] : []),
    ...(hasInput ? [400] : []),
  ];
};

/** The codes of its own that an endpoint's tests must name; what is out of order on our side (5xx) no request can provoke. */
const requiredCodes = ({ errors }: Endpoint): ErrorCode[] =>
  errors.filter((code) => code !== 'NOT_FOUND' && errorCatalogue[code].status < 500);

const testTitle = /^\s*(?:test|it|testWithActors)(?:\.\w+)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;

/** The statuses that test titles begin with: `test('404: …` is a case for 404. */
const statusesIn = (source: string): Set<number> =>
  new Set([...source.matchAll(testTitle)].map((match) => Number((match[1] ?? match[2] ?? '').slice(0, 3))));

/** Every endpoint has `test/api/<file>.test.ts` with a case for each status it must prove, and for each code of its own. */
export const apiTestViolations = (
  endpoints: readonly Endpoint[],
  sources: Readonly<Record<string, string>>,
): string[] =>
  endpoints.flatMap((endpoint) => {
    const file = `test/api/${kebab(endpoint.operationId)}.test.ts`;
    const source = sources[file];
    if (source === undefined) return [`${file} is missing`];
    const statuses = statusesIn(source);
    return [
      ...requiredStatuses(endpoint)
        .filter((status) => !statuses.has(status))
        .map((status) => `${file} has no case for ${status}`),
      ...requiredCodes(endpoint)
        .filter((code) => !source.includes(code))
        .map((code) => `${file} has no case for ${code}`),
    ];
  });

/** Every permission is held by some endpoint, and every code of the catalogue is thrown somewhere. */
export const unusedViolations = (endpoints: readonly Endpoint[], sources: readonly string[]): string[] => {
  const used = new Set<Permission>(endpoints.map(({ permission }) => permission));
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return [
    ...(Object.keys(permissions) as Permission[])
      .filter((permission) => !used.has(permission))
      .map((permission) => `permission ${permission} belongs to no endpoint`),
    ...codes
      .filter((code) => !sources.some((source) => source.includes(`'${code}'`)))
      .map((code) => `error code ${code} is never thrown`),
  ];
};
