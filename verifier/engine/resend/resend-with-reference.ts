import { type Call } from '../exchange/call.ts';
import { isObject } from '../../plan/json-object.ts';
import type { Plan, Step, TeardownStep, Template } from '../../plan/plan.ts';
import { leavesOfRequest } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused, successOf } from '../exchange/call-api.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import { withMember } from '../request/with-member.ts';
import { isId } from '../responses/is-id.ts';
import { namesMember } from '../responses/refusal-text.ts';

/** A create that begins a plan and needs no other item. `capture`: the name of its id, such as `projectId`. */
type Maker = { plan: Plan; step: Step; capture: string; pointer: string };

/**
 * Creates an item that the refusal asks for and sends the request again with its id. `POST /tasks` → 400 "project_id is
 * required", although the schema makes it optional: a project is created by the first step of a plan that captures
 * `projectId` and needs no other item. Teardown deletes it. Undefined if no plan fits or the request is refused again.
 */
export async function resendWithReference(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<{ call: Call; member: string } | undefined> {
  const { body } = step;
  const said = refused.answer?.body ?? '';
  if (!body || !('object' in body.value) || !isRefused(refused) || step.expect.outcome !== 'success') return undefined;
  const named = makersIn(attempt, step).find(({ capture }) => namesMember(said, capture, refused.built.sent.body));
  const member = named && spelling(said, named.capture, body.value);
  if (!named || member === undefined || Object.hasOwn(body.value.object, member)) return undefined;
  const id = await make(attempt, step, named);
  if (id === undefined) return undefined;
  const value = withMember(body.value, [member], { literal: id });
  const call = await callApi(attempt, { ...step, body: { ...body, value } }, step.persona, options);
  return 'built' in call && successOf(call) ? { call, member } : undefined;
}

function makersIn({ run }: Attempt, own: Step): Maker[] {
  return run.bundle.plans.flatMap((plan) => {
    const [step] = plan.steps;
    if (step === undefined || step.method !== 'POST' || step.path === own.path || step.expect.outcome !== 'success')
      return [];
    if (step.persona !== own.persona || leavesOfRequest(step).some((leaf) => 'capture' in leaf || 'sent' in leaf))
      return [];
    const isRemoved = plan.teardown.some(({ forStep }) => forStep === step.id);
    return Object.entries(step.captures).flatMap(([capture, one]) =>
      isRemoved && one.from === 'body' ? [{ plan, step, capture, pointer: one.pointer }] : [],
    );
  });
}

/**
 * The member's name as the refusal spells it. If the refusal only describes it, snake_case or camelCase like the other
 * members.
 */
function spelling(said: string, name: string, { object }: Extract<Template, { object: unknown }>): string | undefined {
  const lettersOf = (word: string) => word.toLowerCase().replaceAll('_', '');
  const written = said.match(/\w+/g)?.find((word) => lettersOf(word) === lettersOf(name));
  const isSnake = Object.keys(object).some((key) => key.includes('_'));
  return written ?? (isSnake ? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase() : name);
}

async function make(
  attempt: Attempt,
  step: Step,
  { plan, step: maker, pointer }: Maker,
): Promise<string | number | undefined> {
  const made = await callApi(attempt, maker, step.persona, { responses: maker.expect.responses });
  const answer = successOf(made);
  const body = answer && parseJson(answer.body);
  const id = isObject(body) ? readPointer(body, pointer) : undefined;
  if (!isId(id)) return undefined;
  const removals = plan.teardown.filter(({ forStep }) => forStep === maker.id);
  attempt.succeeded.add(madeFor(step));
  attempt.madeBeside.push(...removals.map((one) => ofMade(one, id, step)));
  return id;
}

function madeFor({ id }: Step): string {
  return `reference of ${id}`;
}

function ofMade(removal: TeardownStep, id: string | number, step: Step): TeardownStep {
  const path = Object.entries(removal.params.path).map(([name, value]): [string, Template] => [
    name,
    'capture' in value ? { literal: id } : value,
  ]);
  return { ...removal, params: { ...removal.params, path: Object.fromEntries(path) }, forStep: madeFor(step) };
}
