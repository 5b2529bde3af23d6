import type { Capture, Json, Step, Template } from '#verifier/plan/plan.ts';

import type { ArazzoStep } from './arazzo-document.ts';
import type { Binding } from './bindings.ts';

/** The outputs of each step of a workflow, with its stepId. */
export type Outputs = { stepId: string; outputs: Record<string, string> }[];

/**
 * Reads one Arazzo step: its operationId, the values that it sends, and what it captures from the response.
 * Inputs that are credentials are left out.
 */
export function readStep(
  step: ArazzoStep,
  bindings: Record<string, Binding>,
  outputs: Outputs,
): Partial<Step> & Pick<Step, 'id' | 'params' | 'captures'> {
  const read = (value: Json): Template => readValue(value, bindings, outputs);
  const params: Step['params'] = { path: {}, query: {}, header: {} };
  for (const { name, in: place, value } of step.parameters ?? [])
    if ((place === 'path' || place === 'query' || place === 'header') && !isIdentity(value, bindings))
      params[place][name] = read(value);
  const captures = Object.entries(step.outputs ?? {}).flatMap(([name, expression]) => {
    const capture = readOutput(expression);
    return capture === undefined ? [] : [[captureName(step.stepId, name, outputs), capture] as const];
  });
  return {
    id: step.stepId,
    ...(step.operationId === undefined ? {} : { operationId: step.operationId }),
    params,
    ...(step.requestBody
      ? { body: { contentType: step.requestBody.contentType, value: read(step.requestBody.payload) } }
      : {}),
    captures: Object.fromEntries(captures),
  };
}

function isIdentity(value: Json, bindings: Record<string, Binding>): boolean {
  const binding = inputOf(value, bindings);
  return binding !== undefined && 'header' in binding;
}

function inputOf(value: Json, bindings: Record<string, Binding>): Binding | undefined {
  const name = typeof value === 'string' ? /^\$inputs\.([\w-]+)$/.exec(value)?.[1] : undefined;
  return name !== undefined && Object.hasOwn(bindings, name) ? bindings[name] : undefined;
}

function readValue(value: Json, bindings: Record<string, Binding>, outputs: Outputs): Template {
  if (Array.isArray(value)) return { array: value.map((item) => readValue(item, bindings, outputs)) };
  if (value !== null && typeof value === 'object')
    return {
      object: Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, readValue(inner, bindings, outputs)]),
      ),
    };
  const binding = inputOf(value, bindings);
  if (binding && 'unique' in binding) return { unique: binding.unique };
  if (binding && 'input' in binding) return { input: binding.input };
  const [, step, output] = (typeof value === 'string' && /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(value)) || [];
  if (step !== undefined && output !== undefined) return { capture: captureName(step, output, outputs) };
  return { literal: value };
}

/**
 * Returns the name of a capture in the whole journey: the output's name, or `stepId.output` if several
 * steps have that output.
 */
export function captureName(step: string, output: string, all: Outputs): string {
  const holders = all.filter(({ outputs }) => Object.hasOwn(outputs, output));
  return holders.length > 1 ? `${step}.${output}` : output;
}

function readOutput(expression: string): Capture | undefined {
  const pointer = /^\$response\.body(?:#(\/.*)?)?$/.exec(expression);
  if (pointer) return { from: 'body', pointer: pointer[1] ?? '' };
  const header = /^\$response\.header\.([^\s#]+)$/.exec(expression)?.[1];
  return header === undefined ? undefined : { from: 'header', name: header, take: 'all' };
}
