import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getMe } from '#contract/endpoints/me.ts';
import { listPersonas } from '#contract/endpoints/personas.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { type DoctorReport, showDoctor } from '#verifier/cli/doctor.ts';
import { bindingOf } from '#planner/personas/persona-roles.ts';
import { personaFingerprint } from '#verifier/plan/persona-fingerprint.ts';
import type { ErrorDocument } from '#verifier/result/result.ts';
import { callApi } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { connectionOf, type Env, withoutToken } from '../login/login-file.ts';
import { describeTokenEnd, endsSoon } from '../login/token-expiry.ts';
import { unsignedLocal } from '../verifier-file/check-verifier.ts';
import { personasIn } from '../verifier-file/personas-in.ts';
import { checkScripts } from '../verifier-file/script-lock.ts';
import { checkedVerifier, type CheckedVerifier, type Expected } from './checked-verifier.ts';
import type { Command, Given } from './command-table.ts';
import { readConfig } from './config-file.ts';
import { findFeature } from './find-feature.ts';
import { withProgress } from './with-progress.ts';

type Options = Given<'doctor'>['options'];

/** `dezycro doctor`: the verifier's own checklist, with what only the service and the signature can say (arazzo and CI §2.3). */
export const doctor: Command<'doctor'> = async ({ options: given }, io) => {
  const expected = { allowsOlder: given['allow-older'] ?? false, ...(await namedFeature(given, io.env)) };
  const verifier = await checkedVerifier(
    given.verifier,
    { allowsUnsigned: given['allow-unsigned'] ?? false, ...expected },
    io,
  );
  if (given.probe) await notePins(verifier, io);
  const report = await withProgress('asking the verifier', io, () => reportOf(verifier, given, io.env));
  const isSigned = verifier.signedBy !== unsignedLocal;
  report.signature = {
    ok: isSigned,
    detail: isSigned ? `signature ok, key ${verifier.signedBy.slice(0, 12)}` : unsignedLocal,
  };
  const staleness = await stalenessOf(report, given, io.env);
  if (staleness) report.staleness = staleness;
  const token = await tokenOf(given, io.env);
  if (token) report.token = token;
  io.stdout(showDoctor(report, given.json ?? false));
  return report.ok ? 0 : 1;
};

/** A probe runs the scripts of personas, as a run does. */
const notePins = async ({ file }: CheckedVerifier, io: RunIo): Promise<void> => {
  for (const line of await checkScripts(personasIn(await readFile(file)), false)) io.stderr(`${line}\n`);
};

const largestReportBytes = 64 * 1024 * 1024;

/** The verifier's own report. Throws InputError with the verifier's words where it refuses. */
const reportOf = (verifier: CheckedVerifier, given: Options, env: Env): Promise<DoctorReport> => {
  const base = given['base-url'];
  const probe = given.probe ? ['--probe', ...(base === undefined ? [] : ['--base-url', base])] : [];
  const args = [...verifier.firstArguments, 'doctor', '--json', ...probe];
  return new Promise((resolve, reject) => {
    execFile(verifier.program, args, { env: withoutToken(env), maxBuffer: largestReportBytes }, (error, stdout) => {
      try {
        const document = JSON.parse(stdout) as DoctorReport | ErrorDocument;
        if (!('error' in document)) return resolve(document);
        const { code, message, fix } = document.error;
        return reject(new InputError(code, message, fix, typeof error?.code === 'number' ? error.code : 2));
      } catch {
        const why = error?.message.split('\n')[0] ?? 'it said nothing';
        return reject(new InputError('VERIFIER_BROKEN', `${verifier.file} gave no report: ${why}.`, 'Pull it again.'));
      }
    });
  });
};

const nearness = { PROJECT: 0, WORKSPACE: 1, TENANT: 2 };

/** The feature that the options name. */
const namedFeature = async (given: Options, env: Env): Promise<Pick<Expected, 'feature'>> => {
  if ((given.workspace ?? given.project ?? given.feature) === undefined) return {};
  const { featureId } = await findFeature(await connectionOf(env), given);
  return { feature: { id: featureId, saidBy: 'the options' } };
};

const isServiceNamed = async ({ workspace, project, feature }: Options): Promise<boolean> =>
  (workspace ?? project ?? feature) !== undefined || (await readConfig()).config !== undefined;

/** Which personas of the build are not what the service has now; undefined where no service or feature is known. */
const stalenessOf = async (
  { bundle }: DoctorReport,
  given: Options,
  env: Env,
): Promise<DoctorReport['staleness'] | undefined> => {
  if (bundle.personas.length === 0 || !(await isServiceNamed(given))) return undefined;
  const connection = await connectionOf(env);
  const path = await findFeature(connection, given);
  const { data } = await callApi(connection, listPersonas, { path, query: { page: 1, size: 100 } });
  const current = new Map(
    data
      .toSorted((one, other) => nearness[other.scope] - nearness[one.scope])
      .map((persona) => [persona.name.toLowerCase(), personaFingerprint(bindingOf(persona))]),
  );
  const personas = bundle.personas
    .filter(({ name, fingerprint }) => current.get(name.toLowerCase()) !== fingerprint)
    .map(({ name }) => name);
  return { personas, detail: 'personas are as they were built in' };
};

/** When the token ends that calls the service, or why it is refused; undefined where nobody is logged in, or the caller signed in. */
const tokenOf = async (given: Options, env: Env): Promise<DoctorReport['token'] | undefined> => {
  if (!(await isServiceNamed(given))) return undefined;
  try {
    const { tokenExpiresAt } = await callApi(await connectionOf(env), getMe, {});
    if (typeof tokenExpiresAt !== 'string') return undefined;
    const now = new Date();
    const isEnding = endsSoon(tokenExpiresAt, now);
    const fix = isEnding ? '   fix: create a new one, then dezycro login' : '';
    return { ok: !isEnding, detail: `${describeTokenEnd(tokenExpiresAt, now)}${fix}` };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.code === 'NOT_LOGGED_IN' ? undefined : { ok: false, detail: `${error.message}   fix: ${error.fix}` };
  }
};
