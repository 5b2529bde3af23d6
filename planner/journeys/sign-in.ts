import type { Plan, Template } from '#verifier/plan/plan.ts';

import { nounSegment, paramsOf } from '../resources/path-template.ts';
import { successBody } from '../resources/response-shape.ts';
import { signsIn } from '../resources/signs-in.ts';
import type { FlatSchema } from '../spec/flat-schema.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation } from '../spec/spec-model.ts';
import { isIdentity, lastWordOf, wordsOf } from '../values/field-names.ts';
import { singular } from '../values/singular.ts';
import { calledIn } from './called-in.ts';
import { heldBy, type HeldField } from './item.ts';
import type { Journey } from './journey.ts';
import type { Planning } from './planning.ts';
import { besideShown } from './read-beside.ts';
import { madeBy } from './carried-fields.ts';
import { settledBody } from './sent-as-is.ts';
import type { Sketch } from './sketch.ts';

const REGISTERS = /^(register|registration|sign[-_]?up)$/i;
const CONFIRMS = /^(confirm|confirmation|verify|verification|activate|activation|otp)$/;
const PEOPLE = new Set('user account customer member'.split(' '));

/** What a sign-in asks for: its members, and the one that they stand in ({"user": {…}}). */
type Asked = { names: string[]; within: string | undefined };

/**
 * Who registers can sign in with the name and the password that were sent. A sign-in makes no thing, and most registrations none that a read shows:
 * so no other journey calls them, and only their contract is judged, beside a thing that is made and shown.
 */
export function signIns(planning: Planning, kept: Plan[]): Sketch[] {
  const called = calledIn(kept);
  const { operations } = planning.model;
  return operations
    .filter((operation) => signsIn(operation) && !called.has(operation.key))
    .flatMap((operation): Sketch[] => {
      const asked = askedBy(planning.model.schemas, operation);
      const registration = asked && registrationFor(planning, operation, asked);
      const found = registration && sketch(kept, operation, registration, asked);
      return found ? [found] : [];
    });
}

function isPassword(name: string): boolean {
  return /^(password|passwd)$/.test(lastWordOf(name));
}

/** The members that must be sent, or where none must be, all; undefined where they are not a password and who one is. */
function askedBy(schemas: SchemaStore, { body, path }: Operation): Asked | undefined {
  if (!body || paramsOf(path).length > 0) return undefined;
  const { flat, within } = unwrapped(schemas, schemas.flatten(body.schema));
  const names = flat.required.length > 0 ? flat.required : Object.keys(flat.properties);
  const isWhole = names.some(isPassword) && names.some(isIdentity) && names.length === 2;
  return isWhole ? { names, within } : undefined;
}

function unwrapped(schemas: SchemaStore, flat: FlatSchema): { flat: FlatSchema; within: string | undefined } {
  const [name, ...others] = Object.keys(flat.properties);
  const inner = name === undefined ? undefined : schemas.flatten(flat.properties[name] ?? true);
  return others.length === 0 && inner?.types[0] === 'object'
    ? { flat: inner, within: name }
    : { flat, within: undefined };
}

/**
 * A POST that takes the same members and is called for registering, or makes people. One that answers nothing, or beside which something is confirmed,
 * sends a mail first: where none can be sent, that is no fault.
 */
function registrationFor({ model }: Planning, login: Operation, { names }: Asked): Operation | undefined {
  const isConfirming = ({ path }: Operation) =>
    paramsOf(path).length === 0 && wordsOf(path).some((word) => CONFIRMS.test(word));
  if (model.operations.some(isConfirming)) return undefined;
  const found = model.operations.filter((operation) => {
    const { method, path, body } = operation;
    if (method !== 'POST' || operation === login || !body || paramsOf(path).length > 0) return false;
    if (successBody(operation) === undefined) return false;
    const { flat } = unwrapped(model.schemas, model.schemas.flatten(body.schema));
    return isCalledSo(path) && names.every((name) => flat.required.includes(name));
  });
  return found.find(({ path }) => REGISTERS.test(nounSegment(path))) ?? found[0];
}

function isCalledSo(path: string): boolean {
  const noun = nounSegment(path);
  return REGISTERS.test(noun) || PEOPLE.has(singular(noun).toLowerCase());
}

function sketch(kept: Plan[], login: Operation, registration: Operation, asked: Asked): Sketch | undefined {
  return besideShown(kept, login, (journey) => {
    const sent = register(journey, registration).filter(({ name }) => asked.names.includes(name));
    const values = sent.map((field): [string, Template] => [field.name, sentAs(field)]);
    const members: Template = { object: Object.fromEntries(values) };
    journey.step({
      verb: 'sign-in',
      noun: 'user',
      operation: login,
      persona: login.secured ? journey.actor : null,
      body: settledBody({
        contentType: login.body?.contentType ?? 'application/json',
        value: asked.within === undefined ? members : { object: { [asked.within]: members } },
      }),
    });
  });
}

function sentAs({ step, within, pointer }: HeldField): { sent: string; pointer: string } {
  return { sent: step, pointer: `/body${within}${pointer}` };
}

/** Registers somebody new. Gives what was sent. */
function register(journey: Journey, operation: Operation): HeldField[] {
  const made = madeBy(journey.planning.graph, operation);
  if (made) return [...journey.item(made).held.values()];
  const body = journey.body(operation, 0);
  const persona = operation.secured ? journey.actor : null;
  const step = journey.step({ verb: 'register', noun: 'user', operation, persona, body, optional: body?.optional });
  return [...heldBy(step, body).values()];
}
