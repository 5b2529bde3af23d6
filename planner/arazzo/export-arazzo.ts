import { nonceFor } from '#verifier/engine/request/unique-value.ts';
import type { Json, Plan, PlanBundle, Step } from '#verifier/plan/plan.ts';

import { canonicalJson } from '../intake/json/canonical-json.ts';
import { pointerToken } from '../intake/json/json-object.ts';
import type { ArazzoDocument, ArazzoStep, Dialect, Workflow } from './arazzo-document.ts';
import { Bindings } from './bindings.ts';
import { criteriaOf } from './criteria-of.ts';
import { readStep } from './read-step.ts';
import { documentSchemaRefs } from './document-schema-refs.ts';
import { payloadOf } from './operand.ts';

export type ArazzoOptions = {
  dialect: Dialect;
  /** The URI reference of the OpenAPI document, as seen from the Arazzo file. */
  specUrl: string;
  /** Seed for the defaults of unique inputs. Default: 0. */
  seed?: number;
  /** Names of the headers with a persona's credentials, in lower case, by persona. Default: `authorization`. */
  identityHeaders?: Record<string, string[]>;
};

type Context = { bundle: PlanBundle; plan: Plan; bindings: Bindings; options: ArazzoOptions };

/**
 * Returns a bundle as an Arazzo 1.0.1 document that other tools can run, with one workflow for each plan that Arazzo
 * can express. `x-verify` has the rest, so that `importArazzo` returns the same bundle. Unique values, env-provided
 * values and credentials are inputs; the document has no credential.
 */
export function exportArazzo(bundle: PlanBundle, options: ArazzoOptions): ArazzoDocument {
  const { plans, $defs, ...rest } = bundle;
  let uniques = 0;
  const nextNumber = (): number => (uniques += 1);
  const shortIds = Map.groupBy(plans, shortId);
  const workflows = plans.filter(isExpressible).map((plan) => {
    const bindings = new Bindings(nonceFor(options.seed ?? 0, plan.journeyId, 1), nextNumber);
    const id = shortIds.get(shortId(plan))?.length === 1 ? shortId(plan) : plan.journeyId;
    return workflowOf({ bundle, plan, bindings, options }, id);
  });
  const inexpressible = [...plans.entries()].filter(([, plan]) => !isExpressible(plan));
  return {
    arazzo: '1.0.1',
    info: { title: bundle.title || 'Untitled', version: bundle.flowVersion },
    sourceDescriptions: [{ name: 'api', url: options.specUrl, type: 'openapi' }],
    workflows,
    'x-verify': asJson({
      ...rest,
      $defs: documentSchemaRefs($defs),
      ...(inexpressible.length > 0 ? { inexpressible: inexpressible.map(([at, plan]) => ({ at, plan })) } : {}),
    }),
  };
}

function shortId({ kind, journeyId }: Plan): string {
  return `${kind}-${journeyId.slice(0, 8)}`;
}

/**
 * True if Arazzo can express the captures and conditions of a plan. It cannot take a part of a URL, a list entry or a
 * value that may be absent, look for an item in an undescribed response, or end without a failure.
 */
function isExpressible({ steps }: Plan): boolean {
  return steps.every(
    ({ captures, assumed, onlyWhere }) =>
      assumed === undefined &&
      onlyWhere === undefined &&
      Object.values(captures).every(
        (capture) =>
          (capture.otherwise ?? null) === null &&
          capture.ifShown !== true &&
          capture.mayBeNone !== true &&
          ((capture.from === 'body' && capture.below === undefined) ||
            (capture.from === 'header' && capture.take === 'all')),
      ),
  );
}

function workflowOf(context: Context, workflowId: string): Workflow {
  const { plan, bindings } = context;
  const { steps: planned, name, ...rest } = plan;
  const native = planned.map((step) => stepOf(step, context));
  const outputs = native.map(({ stepId, outputs = {} }) => ({ stepId, outputs }));
  const steps = native.map((step, index) => ({
    ...step,
    'x-verify': unsaid(planned[index] as Step, readStep(step, bindings.all, outputs)),
  }));
  const inputs = bindings.schema();
  return {
    workflowId,
    summary: name,
    ...(inputs === undefined ? {} : { inputs }),
    steps,
    'x-verify': asJson({ ...rest, bindings: bindings.all }),
  };
}

/** Returns the members of a step that its Arazzo form does not express exactly. */
function unsaid(step: Step, read: Partial<Step>): { [key: string]: Json } {
  const said = (key: string): string | undefined => {
    const value = read[key as keyof Step];
    return value === undefined ? undefined : canonicalJson(value as unknown as Json);
  };
  return Object.fromEntries(Object.entries(asJson(step)).filter(([key, value]) => canonicalJson(value) !== said(key)));
}

function stepOf(step: Step, context: Context): ArazzoStep {
  const { plan, bundle, bindings, options } = context;
  const write = (template: Parameters<typeof payloadOf>[0]): Json => payloadOf(template, step, plan, bindings);
  const outputs = outputsOf(step);
  return {
    stepId: step.id,
    ...operationOf(step),
    parameters: [
      ...identityOf(step, context),
      ...(['path', 'query', 'header'] as const).flatMap((place) =>
        Object.entries(step.params[place]).map(([name, value]) => ({ name, in: place, value: write(value) })),
      ),
    ],
    ...(step.body ? { requestBody: { contentType: step.body.contentType, payload: write(step.body.value) } } : {}),
    successCriteria: criteriaOf(step, { plan, bundle, bindings, dialect: options.dialect }),
    ...(step.until ? { onFailure: [retry(step.id, step.until.budgetMs, options.dialect)] } : {}),
    ...(Object.keys(outputs).length > 0 ? { outputs } : {}),
  };
}

/**
 * Returns the outputs of a step. A step that expects a refusal, and a POST that may be absent, have none: they would
 * serve only the teardown, and Respect fails a step without its output.
 */
function outputsOf({ captures, expect, mayBeAbsent, method }: Step): Record<string, string> {
  if (expect.outcome !== 'success' || (mayBeAbsent && method === 'POST')) return {};
  return Object.fromEntries(
    Object.entries(captures).map(([name, capture]) => [
      name,
      capture.from === 'header'
        ? `$response.header.${capture.name}`
        : `$response.body${capture.pointer && `#${capture.pointer}`}`,
    ]),
  );
}

/**
 * Returns the operationId of a step, or its operationPath if the operationId has other characters than letters, digits,
 * _ and -. Respect would read the part before a dot as the name of a source.
 */
function operationOf({ operationId, method, path }: Step): Pick<ArazzoStep, 'operationId' | 'operationPath'> {
  if (/^[\w-]+$/.test(operationId)) return { operationId };
  return { operationPath: `{$sourceDescriptions.api.url}#/paths${pointerToken(path)}/${method.toLowerCase()}` };
}

function identityOf({ persona }: Step, { bundle, bindings, options }: Context) {
  const binding = bundle.personas.find(({ name }) => name === persona);
  if (binding === undefined || binding.authType === 'NONE') return [];
  return (options.identityHeaders?.[binding.name] ?? ['authorization']).map((header) => ({
    name: header,
    in: 'header',
    value: `$inputs.${bindings.identity(binding.name, header)}`,
  }));
}

/**
 * Returns the retry of a polling step. The JSON Schema of Arazzo requires a target, which Respect would run once more
 * before it retries.
 */
function retry(stepId: string, budgetMs: number, dialect: Dialect) {
  const target = dialect === 'spec' ? { stepId } : {};
  return { name: 'poll', type: 'retry' as const, ...target, retryAfter: 1, retryLimit: Math.ceil(budgetMs / 1000) };
}

function asJson(value: object): { [key: string]: Json } {
  return value as { [key: string]: Json };
}
