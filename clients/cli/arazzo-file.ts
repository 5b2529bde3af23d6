import { dirname } from 'node:path';
import type { Dialect } from '#planner/arazzo/arazzo-document.ts';
import { ArazzoError } from '#planner/arazzo/arazzo-error.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { importArazzo } from '#planner/arazzo/import-arazzo.ts';
import { confined } from '#planner/confined/confined.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { wayTo } from '../paths.ts';
import { isRecord, readTextFile } from '../read-text-file.ts';

/** A bundle as the text of an Arazzo file at `out` (absent: in the working folder); YAML where the name says so, else JSON. */
export const arazzoText = async (
  bundle: PlanBundle,
  { spec, out = '', dialect }: { spec: string; out?: string | undefined; dialect: Dialect },
): Promise<string> => {
  const specUrl = encodeURI(wayTo(dirname(out), spec));
  const identityHeaders = await confined('identityHeaders', {
    spec: await readTextFile(spec, '--spec'),
    personas: bundle.personas,
  });
  const document = exportArazzo(bundle, { dialect, specUrl, identityHeaders });
  if (!/\.ya?ml$/i.test(out)) return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
};

/** The plans that `dezycro plan` wrote into an Arazzo document. Throws InputError. */
export const bundleIn = (path: string, document: JsonObject): PlanBundle => {
  try {
    return importArazzo(document);
  } catch (error) {
    if (!(error instanceof ArazzoError)) throw error;
    throw new InputError('PLAN_INVALID', `${path}: ${error.message} (at ${error.pointer || 'its root'})`, error.fix);
  }
};

/** The document in the file of --plan, JSON or YAML. Throws InputError. */
export const readArazzoFile = async (path: string): Promise<JsonObject> => {
  const text = await readTextFile(path, '--plan');
  const invalid = (message: string) =>
    new InputError('FILE_INVALID', `The file of --plan ${message}: ${path}`, 'Give an Arazzo document, JSON or YAML.');
  let parsed: unknown;
  try {
    parsed = /^\s*\{/.test(text) ? JSON.parse(text) : (await import('yaml')).parse(text);
  } catch {
    throw invalid('is neither JSON nor YAML');
  }
  if (!isRecord(parsed)) throw invalid('is not an Arazzo document');
  return parsed as JsonObject;
};
