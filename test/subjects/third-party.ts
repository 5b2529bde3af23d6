import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { applyOverlay } from '../../clients/overlay/apply-overlay.ts';
import { planFeature } from '#planner/plan-feature.ts';
import type { Identities } from '../../bench/detect/proxy/fault-proxy.ts';
import { object } from '../../bench/detect/proxy/operations.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { freePort } from '../support/free-port.ts';
import { SubjectMissing } from '../../bench/detect/subject.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import type { Persona } from '#planner/personas/persona.ts';

const INSTALLED = join(import.meta.dirname, '../../.oracles/subjects');
const START_MS = 180_000;

/** Where a server listens, and a folder that is its own while it runs. */
export type Place = { port: number; folder: string };

/** A published server of somebody else, installed by `scripts/install-subjects.sh`. */
export type ThirdPartyServer = {
  name: string;
  style: string;
  /** File of the installed folder: the program, or what the system's program runs. */
  program: string;
  /** Writes what the server wants to find and says how it is called. */
  start(program: string, place: Place): Promise<{ command: string; args: string[]; env?: Record<string, string> }>;
  /** Path that answers once the server is ready. */
  ready: string;
  /** The document: a path of the server, or a file of the installed folder where the server does not serve it. */
  document: { path: string } | { file: string };
  /** Where the API is, for a document that names no server: a user gives it with the address. */
  basePath?: string;
  /** What of the document this address serves, where its operations have several addresses. */
  paths?: RegExp;
  /** File of `overlays/` that is laid over the document, for a subject of its own. */
  overlay?: string;
  /** File of `overlays/` that says what the document leaves unsaid, for `Subject.told`. */
  told?: string;
  /** It starts in a fraction of a second, and nothing takes away what is made: each cell has one of its own. */
  isQuick?: true;
  /** Its packages, or building it, take minutes: it is installed by hand, or for FULL_SIZE=1. */
  isLarge?: true;
  personas?: Persona[];
  env?: Record<string, string>;
  identities?: Identities;
  defects?: Subject['defects'];
};

/**
 * Starts the server once and lends it to all, unless it is quick: a start takes seconds. Throws SubjectMissing where it is not installed;
 * with ORACLES=1 it is installed first, a large one with FULL_SIZE=1 too.
 */
export function thirdPartyServer(server: ThirdPartyServer): () => Promise<Subject> {
  const { style, personas = [], env = {}, identities, defects, basePath = '' } = server;
  const name = server.overlay === undefined ? server.name : `${server.name} with an overlay`;
  return async () => {
    const program = join(INSTALLED, server.program);
    const wanted = server.isLarge ? ['ORACLES', 'FULL_SIZE'] : ['ORACLES'];
    if (!existsSync(program) && wanted.every((variable) => process.env[variable] === '1'))
      install(server.name, program);
    if (!existsSync(program)) {
      const settings = wanted.map((variable) => `${variable}=1`).join(' and ');
      throw new SubjectMissing(
        `it is not installed; run scripts/install-subjects.sh ${server.name} (or set ${settings})`,
      );
    }
    const { url: origin, close } = await startServer(server, program);
    try {
      const spec = await readDocument(server, origin);
      const planned = await planFeature({ spec, personas });
      const url = origin + basePath;
      const lent = { open: async () => ({ url, close: async () => undefined }), isLent: true as const };
      const bundle = planned.bundle;
      const told = server.told && (await planFeature({ spec: await withOverlay(spec, server.told), personas })).bundle;
      const owned = {
        ...(told && { told }),
        ...(identities && { identities }),
        ...(defects && { defects }),
        ...(server.isQuick ? { open: () => startServer(server, program) } : lent),
        close,
      };
      return { name, style, spec, personas, envProvidedParams: [], bundle, planned, env, ...owned };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** Throws SubjectMissing where the script fails, and Error where it puts the program elsewhere. */
function install(name: string, program: string): void {
  try {
    execFileSync(join(import.meta.dirname, '../../scripts/install-subjects.sh'), [name], { stdio: 'inherit' });
  } catch {
    throw new SubjectMissing(`scripts/install-subjects.sh ${name} failed: is what it needs (Python, Java, Go) there?`);
  }
  if (!existsSync(program)) throw new Error(`scripts/install-subjects.sh ${name} made no ${program}.`);
}

async function startServer(server: ThirdPartyServer, program: string) {
  const place = { port: await freePort(), folder: await mkdtemp(join(tmpdir(), `${server.name}-`)) };
  const { command, args, env } = await server.start(program, place);
  const started = spawn(command, args, { cwd: place.folder, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2_000)));
  started.on('error', (error) => (said += error.message));
  const url = `http://127.0.0.1:${place.port}`;
  const close = async () => {
    await stop(started);
    await rm(place.folder, { recursive: true, force: true });
  };
  for (const endsAt = Date.now() + START_MS; Date.now() < endsAt && started.exitCode === null; await sleep(100))
    if (await answers(url + server.ready)) return { url, close };
  await close();
  throw new Error(`${server.name} was not ready: ${said}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    // An answer that nobody reads to its end can break the process when the server closes.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function readDocument({ overlay, paths, ...server }: ThirdPartyServer, url: string): Promise<JsonObject> {
  const document = await readServed(server, url);
  if (paths !== undefined)
    document.paths = Object.fromEntries(Object.entries(object(document.paths)).filter(([path]) => paths.test(path)));
  return overlay === undefined ? document : withOverlay(document, overlay);
}

async function withOverlay(document: JsonObject, overlay: string): Promise<JsonObject> {
  const laid = applyOverlay(document, await readYaml(join(import.meta.dirname, 'overlays', overlay)));
  if (laid.unmatched.length > 0) throw new Error(`${overlay}: ${laid.unmatched.join(', ')} selects nothing`);
  return laid.document;
}

async function readServed({ document }: ThirdPartyServer, url: string): Promise<JsonObject> {
  if ('path' in document) return parse(await (await fetch(url + document.path)).text()) as JsonObject;
  return readYaml(join(INSTALLED, document.file));
}

const readYaml = async (path: string): Promise<JsonObject> => parse(await readFile(path, 'utf8')) as JsonObject;

async function stop(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null || started.pid === undefined) return;
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  const patience = setTimeout(() => started.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(patience);
}
