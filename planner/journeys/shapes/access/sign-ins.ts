import type { Plan, Template } from '#verifier/plan/plan.ts';

import { nounSegment, paramsOf } from '../../../resources/model/path-template.ts';
import { successBody } from '../../../resources/responses/response-shape.ts';
import { isPassword, signInForm, type SignInForm, unwrapped } from '../../../resources/auth/sign-in-form.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { calledIn } from '../../model/called-in.ts';
import { heldBy, type HeldField } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { besideShown } from '../read/reads-beside.ts';
import { madeBy } from '../../requests/references/carried-fields.ts';
import { expectRefusal } from '../../model/documented-responses.ts';
import { settledBody } from '../../model/frozen-body.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import { confirmations, registered, registrations } from '../../../vocabulary/people-words.ts';
import { plainName, wordsOf } from '../../../vocabulary/words-of.ts';
import { defineShape } from '../../model/define-shape.ts';

export const signIns = defineShape({
  id: 'access/sign-in',
  kind: 'read-beside',
  title: 'Who registers can sign in with the name and password that were sent',
  terms: ['sign-in', 'session'],
  example: 'POST /register {"user":"u","password":"p"} → 201, POST /login {"user":"u","password":"p"} → 200',
  test: 'planner/journeys/shapes/access/sign-ins',
  testTitle: 'who registers can sign in',
  propose,
});

/**
 * Proposes `POST /register` and `POST /login` with one user name and password, for each login that has a registration
 * and that no kept journey calls successfully. Status and schema are asserted.
 */
function propose(planning: Planning, kept: Plan[]): Proposal[] {
  const called = calledIn(kept);
  return formsIn(planning)
    .filter(({ login }) => !called.has(login.key))
    .flatMap(({ login, asked, registration }) => (registration && sketch(kept, login, registration, asked)) ?? []);
}

export const signInsRefused = defineShape({
  id: 'access/sign-in-refused',
  kind: 'unauthenticated',
  title: 'A sign-in with a wrong password, or of an unknown user, is refused',
  terms: ['401 (RFC 9110 §15.5.2)', 'broken authentication (OWASP API2:2023)'],
  example: 'POST /register {"user":"u","password":"p"} → 201, POST /login {"user":"u","password":"other"} → 401',
  test: 'planner/journeys/shapes/access/sign-ins',
  testTitle: 'a password that is not the user’s is refused',
  propose: proposeRefused,
});

/**
 * Proposes `POST /login` with a wrong password or, without a registration, of a user that does not exist. The
 * login must document 401 or 403.
 */
function proposeRefused(planning: Planning): Proposal[] {
  const isFor = ({ secured }: Operation) => planning.roles.actor !== undefined || !secured;
  return formsIn(planning)
    .filter(({ login }) => isFor(login) && (login.responses['401'] ?? login.responses['403']))
    .map(({ login, asked, registration }) => ({
      name: `${login.key} refuses ${registration ? 'a wrong password' : 'an unknown user'}`,
      subject: login,
      personas: [],
      variant: 'password',
      build: (journey) => {
        const who = registration ? register(journey, registration).filter(({ name }) => !isPassword(name)) : [];
        const other = journey.body(login, 1);
        if (!other) return;
        const sent = new Map(who.map((field) => [field.name, sentAs(field)]));
        const values = [...heldBy('', other).values()].flatMap(({ name, template }): [string, Template][] =>
          asked.names.includes(name) ? [[name, sent.get(name) ?? template]] : [],
        );
        journey.step({
          verb: 'refused-sign-in',
          noun: 'user',
          operation: login,
          persona: null,
          signsIn: true,
          body: formOf(login, asked, values),
          expect: expectRefusal(login, 'unauthenticated', [401, 403]),
          assert: [{ op: 'status' }],
        });
      },
    }));
}

type Form = { login: Operation; asked: SignInForm; registration: Operation | undefined };

function formsIn(planning: Planning): Form[] {
  const { graph, model } = planning;
  return model.operations.flatMap((login) => {
    const asked = graph.makers.has(login) ? undefined : signInForm(model.schemas, login);
    return asked ? [{ login, asked, registration: registrationFor(planning, login, asked) }] : [];
  });
}

function formOf(login: Operation, { within }: SignInForm, values: [string, Template][]): BuiltBody {
  const members: Template = { object: Object.fromEntries(values) };
  return settledBody({
    contentType: login.body?.contentType ?? 'application/json',
    value: within === undefined ? members : { object: { [within]: members } },
  });
}

/**
 * Returns the registration for a login: a POST named "register" or the like, or to a collection of users, that requires
 * the login's members and documents a response body. Undefined if there is none, or if a path such as `/verify-email`
 * shows that registrations are confirmed.
 */
function registrationFor({ model }: Planning, login: Operation, { names }: SignInForm): Operation | undefined {
  const isConfirming = ({ path }: Operation) =>
    paramsOf(path).length === 0 && wordsOf(path).some((word) => confirmations.has(word));
  if (model.operations.some(isConfirming)) return undefined;
  const found = model.operations.filter((operation) => {
    const { method, path, body } = operation;
    if (method !== 'POST' || operation === login || !body || paramsOf(path).length > 0) return false;
    if (successBody(operation) === undefined) return false;
    const { flat } = unwrapped(model.schemas, model.schemas.flatten(body.schema));
    return isCalledSo(path) && names.every((name) => flat.required.includes(name));
  });
  return found.find(({ path }) => registrations.has(plainName(nounSegment(path)))) ?? found[0];
}

function isCalledSo(path: string): boolean {
  const noun = nounSegment(path);
  return registrations.has(plainName(noun)) || registered.has(singular(noun).toLowerCase());
}

function sketch(kept: Plan[], login: Operation, registration: Operation, asked: SignInForm): Proposal | undefined {
  return besideShown(kept, login, (journey) => {
    const sent = register(journey, registration).filter(({ name }) => asked.names.includes(name));
    const values = sent.map((field): [string, Template] => [field.name, sentAs(field)]);
    const persona = login.secured ? journey.actor : null;
    journey.step({ verb: 'sign-in', noun: 'user', operation: login, persona, body: formOf(login, asked, values) });
  });
}

function sentAs({ step, within, pointer }: HeldField): { sent: string; pointer: string } {
  return { sent: step, pointer: `/body${within}${pointer}` };
}

/** Adds the registration of a new user. Returns the values that were sent. */
function register(journey: Journey, operation: Operation): HeldField[] {
  const made = madeBy(journey.planning.graph, operation);
  if (made) return [...journey.item(made).held.values()];
  const body = journey.body(operation, 0);
  const persona = operation.secured ? journey.actor : null;
  const step = journey.step({ verb: 'register', noun: 'user', operation, persona, body, optional: body?.optional });
  return [...heldBy(step, body).values()];
}
