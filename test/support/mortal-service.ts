import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { languageModel } from '#adapters/language-model/language-model.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { registry } from '#contract/endpoints/index.ts';
import type { Method } from '#contract/method.ts';
import type { SignInTokens } from '#domain/ports/sign-in.ts';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';
import type { EventPublisher } from '#domain/ports/event-reader.ts';
import type { WebhookSender } from '#domain/ports/webhook-sender.ts';
import type { JobOperation } from '#functions/support/implement-job.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { matchRoute } from '#http/route-table.ts';
import type { Operation, RawResponse } from '#http/operation.ts';
import { serve } from '#http/serve.ts';
import { FileBlobs } from '../../local/blob-store/file-blobs.ts';
import { LocalUploads } from '../../local/blob-store/local-uploads.ts';
import { SignedUrls } from '../../local/blob-store/signed-urls.ts';
import { checkDump } from '../../local/fsck/check-dump.ts';
import { dumpOf } from '../../local/fsck/dump.ts';
import { documentReader, documentsIn } from '../../local/fsck/documents-in.ts';
import { type Entry, entryOf } from '../../local/fsck/dump.ts';
import { LocalVerifiers } from '../../local/builds/local-verifiers.ts';
import { localSigner } from '../../local/builds/local-signer.ts';
import { LocalCipher } from '../../local/cipher/local-cipher.ts';
import { loadTasks } from '../../local/load-operations.ts';
import { openTable } from '../../local/table/open-table.ts';

const { privateKey: signingKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The process is gone: nothing that it would still do happens. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** When the process ends: around its n-th call of a store, counted from 0. */
export type Death = { call: number; when: 'before' | 'after' };

/** Counts the calls that leave the process, and lets it die at one of them. */
class Life {
  readonly calls: string[] = [];
  #death: Death | undefined;
  #isDead = false;

  start(death?: Death): void {
    this.calls.length = 0;
    this.#death = death;
    this.#isDead = false;
  }

  async call<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = this.calls.push(name) - 1;
    if (this.#isDead) throw new Killed();
    const dies = this.#death?.call === turn ? this.#death.when : undefined;
    this.#isDead = dies !== undefined;
    if (dies === 'before') throw new Killed();
    const result = await run();
    if (dies === 'after') throw new Killed();
    return result;
  }
}

const counted = <T extends object>(life: Life, name: string, port: T): T =>
  new Proxy(port, {
    get: (target, method: string) => {
      const found = target[method as keyof T];
      return typeof found === 'function'
        ? (...args: unknown[]) => life.call(`${name}.${method}`, () => found.apply(target, args) as Promise<unknown>)
        : found;
    },
  });

const countCommands = (client: DynamoDBClient, life: Life): void =>
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        life.call(commandName, () => next(args)),
    { step: 'initialize', name: 'mortal' },
  );

/**
 * The service on stores that outlive it: a request, or an execution of a workflow, can be killed at any call of a store. Executions
 * that were accepted are started over by `resume`, as by a next process.
 */
export const openMortalService = async (model: LanguageModel = languageModel({}), signIn?: SignInTokens) => {
  const folder = mkdtempSync(join(tmpdir(), 'mortal-'));
  const table = await openTable();
  const life = new Life();
  countCommands(table.client, life);
  const tables = connectTable(table);
  const blobs = new FileBlobs(join(folder, 'blobs'));
  /** What the bus was told, in order. */
  const told: VerifierStatusUpdate[] = [];
  const bus: EventPublisher = {
    publish: async (events) => {
      told.push(...events);
      return events.map(() => true);
    },
  };
  /** What was posted to webhooks, in order. */
  const posted: { url: string; id: string }[] = [];
  const receiver: WebhookSender = {
    post: async (url, headers) => {
      posted.push({ url, id: headers['webhook-id']! });
      return { statusCode: 204, error: null, excerpt: null };
    },
  };
  const webhookCipher = LocalCipher.forWebhooks(Buffer.alloc(32, 8));
  const accepted = new Map<string, { machine: string; input: Record<string, string> }>();
  const starter = (machine: string) =>
    counted(life, machine, {
      start: async (_scope: unknown, name: string, input: Record<string, string>) => {
        if (!accepted.has(name)) accepted.set(name, { machine, input });
      },
    });
  const urls = new SignedUrls({ secret: Buffer.alloc(32, 7), origin: () => 'http://service.test', now: Date.now });
  const uploads = new LocalUploads(new FileBlobs(join(folder, 'uploads')), urls);
  const documents = counted(life, 'blobs', blobs);
  const verifiers = new LocalVerifiers(documents, join(folder, 'no-runners'));
  const ports = {
    ...tablePorts(tables),
    'blobs:read': documents,
    'blobs:write': documents,
    'blobs:remove': documents,
    'uploads:sign': uploads,
    'uploads:fetch': counted(life, 'uploads', uploads),
    'secrets:encrypt': LocalCipher.forPersonas(Buffer.alloc(32, 9)),
    'events:publish': counted(life, 'events', bus),
    'webhooks:send': counted(life, 'webhooks', receiver),
    'webhook-targets:check': new TargetRules(),
    'webhook-secrets:encrypt': webhookCipher,
    'webhook-secrets:decrypt': webhookCipher,
    'runners:read': verifiers,
    'verifiers:stamp': verifiers,
    'verifiers:sign': localSigner(signingKey),
    'builds:start': starter('build-verifier'),
    'deletions:start': starter('delete-project'),
    'generations:start': starter('generate-validation-cases'),
    'models:read': model,
    'models:ask': counted(life, 'model', model),
  };
  const access = new AccessRepository(tables, () => systemRuntime.now());
  const email = `${randomUUID()}@example.test`;
  const first = { tier: 'TEAM' as const, email, workspaceName: 'First' };
  const tenant = await createTenant(first, new TenantRepository(tables), systemRuntime);
  const loading = loadTasks();

  /** Rejects with Killed where the process died; a death behind the last call shows as that too. */
  const send = async (
    method: Method,
    path: string,
    { body, headers = {}, death }: { body?: unknown; headers?: Record<string, string>; death?: Death } = {},
  ): Promise<RawResponse> => {
    const { route, pathParameters } = matchRoute(registry, method, path);
    const file = route.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const { operation } = (await import(`../../functions/api/${file}.ts`)) as { operation: Operation };
    const authorization = `Bearer ${tenant.token}`;
    const all = { authorization, 'content-type': 'application/json', ...headers };
    const raw = {
      requestId: randomUUID(),
      path,
      pathParameters,
      rawQuery: '',
      headers: all,
      baseUrl: 'http://service.test',
    };
    const request = body === undefined ? raw : { ...raw, body: JSON.stringify(body) };
    life.start(death);
    let killed: unknown;
    const log = ({ error }: { error?: unknown }) => {
      killed = error;
    };
    const answer = await serve(operation, request, { access, signIn, ports, runtime: systemRuntime, log });
    if (killed instanceof Killed) throw killed;
    return answer;
  };

  const entries = async (): Promise<Entry[]> => {
    const found: Entry[] = [];
    for await (const item of table.items()) found.push(entryOf(item));
    return found;
  };

  return {
    tenant,
    tables,
    ports,
    client: table.client,
    life,
    uploads,
    send,
    told,
    posted,
    /** Runs a job, as the stream or the clock sets it off, so much later. */
    runJob: async <I, O>(job: JobOperation<I, O>, input: I, death?: Death, laterMs = 0): Promise<O> => {
      life.start(death);
      return job.run(input, ports, { ...systemRuntime, now: () => new Date(Date.now() + laterMs) });
    },
    /** Runs one task of an accepted execution. */
    runTask: async (name: string, input: unknown, death?: Death): Promise<Record<string, unknown>> => {
      const operation = (await loading).get(name)!;
      life.start(death);
      return operation.run(input, ports, systemRuntime);
    },
    acceptedFor: (machine: string) => [...accepted.values()].filter((execution) => execution.machine === machine),
    entries,
    /** Keys of what lies in the store of documents. */
    documents: () => documentsIn(join(folder, 'blobs')),
    /** What `npm run fsck` would say now. */
    fsck: async (): Promise<string[]> => {
      const stored = join(folder, 'blobs');
      return checkDump(dumpOf(await entries(), documentsIn(stored), documentReader(stored)));
    },
    close: async () => {
      await loading;
      await table.close();
      rmSync(folder, { recursive: true });
    },
  };
};

export type MortalService = Awaited<ReturnType<typeof openMortalService>>;

/** Every way to die at the calls of a run that went well. */
export const deathsAt = (calls: number): Death[] =>
  Array.from({ length: calls }, (_, call) => [
    { call, when: 'before' as const },
    { call, when: 'after' as const },
  ]).flat();
