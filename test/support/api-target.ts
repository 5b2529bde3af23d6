import { randomUUID } from 'node:crypto';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import type { Method } from '#contract/method.ts';
import { registry } from '#contract/endpoints/index.ts';
import { ServiceError } from '#contract/errors.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { matchRoute } from '#http/route-table.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Operation, RawResponse, RequestLog, ServeDependencies } from '#http/operation.ts';
import { problemResponse, serve } from '#http/serve.ts';
import { serveBlob } from '../../local/blob-store/serve-blob.ts';
import type { SignedUrls } from '../../local/blob-store/signed-urls.ts';
import type { LocalUploads } from '../../local/blob-store/local-uploads.ts';
import type { WireItem } from '../../local/fsck/dump.ts';
import { openTable } from '../../local/table/open-table.ts';
import { Ended } from './dying-calls.ts';
import { emulator } from './emulator.ts';
import { enforceTableRights, withNotedUse, withTableRights } from './enforce-table-rights.ts';
import { type RunJob, runDeployedJob, runJobsHere } from './jobs.ts';

export type ApiRequest = {
  method: Method;
  /** With query. */
  path: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body?: string;
};

/** The service under test. The same test files run in this process, or over HTTP where `API_TARGET` names a running server. */
export type ApiTarget = {
  send(request: ApiRequest): Promise<RawResponse>;
  /** PUT to a signed URL of the service, as the object store takes it; the status. */
  put(url: string, headers: Record<string, string>, content: Uint8Array): Promise<number>;
  /** GET of a signed URL of the service. */
  get(url: string): Promise<{ status: number; content: Buffer }>;
  /** Absent where only the server itself runs its jobs. */
  runJob?: RunJob;
  /** Where tests may put users and further tenants; absent where only the server itself reaches its table. */
  tables?: Tables;
  /** Every item of the table; absent where a server is the only one that reads it. */
  items?: () => AsyncIterable<WireItem>;
  close(): Promise<void>;
};

/** Who else may call, and how much anybody may ask; a running server has its own. */
export type Manners = Pick<ServeDependencies, 'limits' | 'signIn'> & Partial<Pick<ServeDependencies, 'runtime'>>;

export type ExtraPorts = (tables: Tables) => Record<string, unknown>;

/** `extraPorts` are what the table does not fulfil; a running server brings its own. */
export const openApiTarget = async (extraPorts: ExtraPorts = () => ({}), manners: Manners = {}): Promise<ApiTarget> => {
  const address = process.env['API_TARGET'];
  return address === undefined ? openInProcess(extraPorts, manners) : openOverHttp(address);
};

/** Whether tests may bring their own users: not against a server of which we hold only one token. */
export const canAddActors = process.env['API_TARGET'] === undefined || process.env['TABLE_NAME'] !== undefined;

/** How many requests are under way at once over HTTP: an emulator starts a process for each. */
const atOnce = 8;

const openOverHttp = (address: string): ApiTarget => {
  const tableName = process.env['TABLE_NAME'];
  const client = tableName === undefined ? undefined : createDynamoClient();
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  let next = 0;
  return {
    ...(client && tableName ? { tables: connectTable({ client, tableName }) } : {}),
    send(request) {
      const lane = next++ % atOnce;
      const answer = lanes[lane]!.then(() => sendOverHttp(address.replace(/\/$/, ''), request));
      lanes[lane] = answer.then(
        () => undefined,
        () => undefined,
      );
      return answer;
    },
    put: putOverHttp,
    get: getOverHttp,
    ...(emulator !== undefined && { runJob: runDeployedJob }),
    close: async () => client?.destroy(),
  };
};

/** One request to the service at an address, which ends without a slash. */
export const sendOverHttp = async (
  address: string,
  { method, path, headers, body }: ApiRequest,
): Promise<RawResponse> => {
  const response = await fetch(`${address}${path}`, { method, headers, body: body ?? null, redirect: 'manual' });
  const answered = Object.fromEntries(response.headers);
  const text = await response.text();
  // A gateway names a type where there is no body, which says nothing about the service.
  if (text === '') delete answered['content-type'];
  return { status: response.status, headers: answered, body: text };
};

/** PUT to a signed URL; the status. */
export const putOverHttp: ApiTarget['put'] = async (url, headers, content) =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })).status;

/** GET of a signed URL. */
export const getOverHttp: ApiTarget['get'] = async (url) => {
  const response = await fetch(url);
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
};

const openInProcess = async (extraPorts: ExtraPorts, manners: Manners): Promise<ApiTarget> => {
  const table = await openTable();
  enforceTableRights(table.client);
  const tables = connectTable(table);
  const extra = extraPorts(tables);
  const dependencies = {
    access: new AccessRepository(tables, () => (manners.runtime ?? systemRuntime).now()),
    ports: withNotedUse({ ...tablePorts(tables), ...extra }),
    runtime: systemRuntime,
    ...manners,
    log: printDefect,
  };
  return {
    tables,
    items: () => table.items(),
    async send({ method, path: target, headers, body }) {
      const [path = '', rawQuery = ''] = target.split('?', 2);
      const requestId = headers['x-request-id'] ?? randomUUID();
      try {
        const { route, pathParameters } = matchRoute(registry, method, path);
        const operation = await operationOf(route.operationId);
        const raw = { requestId, path, pathParameters, rawQuery, headers, baseUrl: 'http://service.test' };
        const request = body === undefined ? raw : { ...raw, body };
        return await withTableRights(route.operationId, route, () => serve(operation, request, dependencies));
      } catch (error) {
        if (error instanceof ServiceError) return problemResponse(error, { path, requestId });
        throw error;
      }
    },
    async put(url, headers, content) {
      const { pathname: path, search } = new URL(url);
      const readBody = async () => Buffer.from(content);
      const sent = { 'content-length': String(content.length), ...headers };
      const request = { method: 'PUT', path, rawQuery: search.slice(1), headers: sent, readBody };
      return (await (extra['uploads:sign'] as LocalUploads).take(request)).status;
    },
    async get(url) {
      const { pathname: path, search } = new URL(url);
      const request = { method: 'GET', path, rawQuery: search.slice(1), headers: {} };
      const { status, body } = await serveBlob(
        request,
        extra['blobs:sign'] as SignedUrls,
        extra['blobs:read'] as BlobReader,
      );
      return { status, content: Buffer.from(body) };
    },
    runJob: runJobsHere(dependencies.ports),
    close: () => table.close(),
  };
};

const operationOf = async (operationId: string): Promise<Operation> => {
  const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { operation } = (await import(`../../functions/api/${file}.ts`)) as { operation: Operation };
  return operation;
};

const printDefect = ({ error }: RequestLog): void => {
  // An end that a test has planted is no defect.
  if (error !== undefined && !(error instanceof Ended)) console.error(error);
};
