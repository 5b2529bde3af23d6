import type { Expectation, Json, Plan, Step, Template } from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import { leavesOfRequest } from '#verifier/verdicts/situation.ts';

import { journeyIdOf } from '../journeys/model/journey-id-of.ts';
import { planIdOf } from '../journeys/plan-journeys.ts';
import type { Planning } from '../journeys/model/planning.ts';
import { documentedResponses, expectSuccess } from '../journeys/model/documented-responses.ts';
import { CannotPlan, type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import { isObject, type JsonObject, member, pointerToken } from '../intake/json/json-object.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { ArazzoStep } from './arazzo-document.ts';
import { ArazzoError } from './arazzo-error.ts';
import type { Binding } from './bindings.ts';
import { readCriteria } from './read-criteria.ts';
import { captureName, type Outputs, readStep } from './read-step.ts';

type Reading = { planning: Planning; workflow: JsonObject; outputs: Outputs; pointer: string };

/** Returns the names of the inputs of all workflows. Each is env-provided. */
export function inputsOfWorkflows(document: JsonObject): string[] {
  return workflowsOf(document).flatMap((workflow) => Object.keys(bindingsOf(workflow)));
}

/**
 * Returns the workflows of a foreign Arazzo document as plans, still to be checked and proved like other plans. A
 * workflow that a plan cannot express is dropped. A criterion that cannot be read becomes an `opaque` assertion. Throws
 * ArazzoError if the document is no Arazzo 1.
 */
export function planWorkflows(document: JsonObject, planning: Planning): { plans: Plan[]; dropped: DroppedPlan[] } {
  const plans: Plan[] = [];
  const dropped: DroppedPlan[] = [];
  for (const [index, workflow] of workflowsOf(document).entries()) {
    const pointer = `/workflows/${index}`;
    const steps = Array.isArray(workflow['steps']) ? (workflow['steps'] as unknown as ArazzoStep[]) : [];
    const outputs = steps.map(({ stepId, outputs: named = {} }) => ({ stepId, outputs: named }));
    const name = textOf(workflow['summary']) ?? textOf(workflow['workflowId']) ?? pointer;
    try {
      plans.push(planOf({ planning, workflow, outputs, pointer }, steps, name));
    } catch (error) {
      if (!(error instanceof CannotPlan)) throw error;
      dropped.push(droppedPlan({ name, kind: 'workflow', operations: [], personas: [] }, error.drop));
    }
  }
  return { plans, dropped };
}

function workflowsOf(document: JsonObject): JsonObject[] {
  const workflows = document['workflows'];
  if (/^1\.\d+\.\d+/.test(String(document['arazzo'])) && Array.isArray(workflows)) return workflows.filter(isObject);
  throw new ArazzoError('The document is no Arazzo 1 document with workflows.', 'Give an Arazzo document.', '');
}

function bindingsOf(workflow: JsonObject): Record<string, Binding> {
  const properties = member(workflow['inputs'], 'properties');
  const names = isObject(properties) ? Object.keys(properties) : [];
  return Object.fromEntries(names.map((name) => [name, { input: name, persona: null }]));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function planOf(reading: Reading, native: ArazzoStep[], name: string): Plan {
  const { workflow, pointer } = reading;
  if (native.length === 0) throw cannot('It has no steps.', 'Add a step.', pointer);
  if (workflow['dependsOn'] !== undefined)
    throw cannot('It depends on other workflows.', 'Put their steps in front of its own.', `${pointer}/dependsOn`);
  const steps: Step[] = [];
  for (const [index, step] of native.entries()) steps.push(stepOf(reading, step, steps, `${pointer}/steps/${index}`));
  const used = steps.flatMap(leavesOfRequest).flatMap((leaf) => ('input' in leaf ? [leaf.input] : []));
  const subject = steps.findLast(({ method }) => method !== 'GET') ?? (steps[0] as Step);
  const acting = steps.flatMap(({ persona }) => (persona === null ? [] : [persona]));
  const plan: Plan = {
    planId: '',
    journeyId: journeyIdOf(['workflow', String(workflow['workflowId'])]),
    name,
    kind: 'workflow',
    enforcement: 'ENFORCED',
    subject: `${subject.method} ${subject.path}`,
    operations: [...new Set(steps.map(({ operationId }) => operationId))],
    personas: [...new Set(acting)],
    inputs: Object.fromEntries(
      used.map((input) => [input, { env: `APITEST_PARAM_${upperSnake(input)}`, onMissing: 'skip' }]),
    ),
    steps,
    teardown: [],
    proof: [],
  };
  return { ...plan, planId: planIdOf(plan) };
}

const UNSUPPORTED = ['workflowId', 'onSuccess', 'onFailure'] as const;

function stepOf(reading: Reading, native: ArazzoStep, earlier: Step[], pointer: string): Step {
  const { planning, workflow, outputs } = reading;
  const strange = UNSUPPORTED.find((key) => Object.hasOwn(native, key));
  if (strange !== undefined)
    throw cannot(`Step ${native.stepId} has "${strange}", which a plan cannot hold.`, 'Write its steps out.', pointer);
  const operation = operationOf(native, planning, pointer);
  const read = readStep(withoutIdentity(native), bindingsOf(workflow), outputs);
  const request = { operationId: operation.id, method: operation.method, path: operation.path, ...read };
  const odd = leavesOfRequest(request as Step).find(isExpression);
  if (odd || (native.parameters ?? []).some((parameter) => !('name' in parameter)))
    throw cannot(
      `Step ${native.stepId} sends ${odd ? JSON.stringify(odd.literal) : 'a reusable parameter'}, which a plan cannot hold.`,
      'Write the value out, or make it an expression of its own.',
      pointer,
    );
  const { status, assert } = readCriteria(native, (step, output) => captureName(step, output, outputs));
  const expect = expectationOf(operation, status, earlier);
  const effect = operation.method === 'GET' ? earlier.findLast(({ method }) => method !== 'GET') : undefined;
  const refused = expect.outcome === 'unauthenticated';
  return {
    ...request,
    persona: refused ? null : (planning.roles.actor?.name ?? null),
    expect,
    assert: expect.outcome === 'success' ? assert : [{ op: 'status' }, ...assert],
    ...(effect ? { effectOf: effect.id } : {}),
    probes: [],
  };
}

function isExpression(leaf: Template): leaf is { literal: Json } {
  return 'literal' in leaf && typeof leaf.literal === 'string' && /^\$\w|\{\$\w/.test(leaf.literal);
}

/** Returns the step without cookies and Authorization: the persona's credentials are used instead. */
function withoutIdentity(step: ArazzoStep): ArazzoStep {
  const parameters = (step.parameters ?? []).filter(
    ({ name, in: place }) => place !== 'cookie' && !(place === 'header' && /^authorization$/i.test(name ?? '')),
  );
  return { ...step, parameters };
}

function operationOf(step: ArazzoStep, { model }: Planning, pointer: string): Operation {
  const place = step.operationPath?.split('#')[1] ?? '';
  const found = model.operations.find(
    ({ id, method, path }) =>
      id === step.operationId?.split('.').at(-1) ||
      id === step.operationId ||
      place === `/paths${pointerToken(path)}/${method.toLowerCase()}`,
  );
  if (found) return found;
  const named = step.operationId ?? step.operationPath ?? 'nothing';
  throw cannot(
    `Step ${step.stepId} calls ${named}, which is no operation of the spec.`,
    'Name an operationId of the spec, or a path as {$sourceDescriptions.<name>.url}#/paths/~1things/get.',
    pointer,
  );
}

/**
 * Returns the expectation of a step by its first status: 401, 403, 404 and 410 are refusals, others successes. Without
 * a status, a success is expected.
 */
function expectationOf(operation: Operation, status: Expectation['status'], earlier: Step[]): Expectation {
  if (status.length === 0) return expectSuccess(operation);
  const responses = documentedResponses(operation);
  const [first] = status;
  if (first === 401) return { outcome: 'unauthenticated', status, responses };
  if (first === 403) return { outcome: 'forbidden', status, responses };
  if (first !== 404 && first !== 410) return { outcome: 'success', status, responses };
  const isDeleted = earlier.some(({ method, path }) => method === 'DELETE' && path === operation.path);
  return { outcome: isDeleted ? 'gone' : 'not-found', status, responses };
}

function cannot(detail: string, edit: string, pointer: string): CannotPlan {
  return new CannotPlan({ reason: 'NOT_CREATABLE', pointer, detail, edit });
}
