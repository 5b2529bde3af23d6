import type { SchemaStore } from '../intake/schema/schema-store.ts';
import type { Operation, Parameter, Response } from '../intake/model/operation.ts';
import { type Direction, type Effort, type Narrowing, compareSchemas } from './compare-schemas.ts';

/** A change that breaks callers who follow the old document. */
export type Break = {
  /** JSON Pointer into the new document. For a removed operation, body or response, it points into the old one. */
  pointer: string;
  message: string;
};

/** An operation with the schemas of its document. */
export type Documented = { operation: Operation; schemas: SchemaStore };

const texts: Record<Direction, Record<Narrowing['rule'], string>> = {
  request: {
    type: 'does not take every type that it took',
    null: 'does not take null any more',
    enum: 'does not take every value that it took',
    format: 'is held to another format',
    pattern: 'is held to another pattern',
    bounds: 'is held to tighter bounds',
    required: 'is required now',
    'unknown-member': 'is not taken any more',
    alternatives: 'does not take every alternative that it took',
  },
  response: {
    type: 'may be of another type',
    null: 'may be null now',
    enum: 'may be a value that was not named',
    format: 'is not held to its format any more',
    pattern: 'is not held to its pattern any more',
    bounds: 'may be outside its former bounds',
    required: 'may be missing now',
    'unknown-member': 'is new',
    alternatives: 'may be an alternative that was not named',
  },
};

/**
 * Returns the breaking changes of one operation (decision record 0037). A change is breaking if a valid request may be
 * refused now, if a success or media type is gone, or if a response may have what the old document excluded. The paths
 * may differ only in the names of their parameters. Throws TooMuchToCompare if the effort is spent.
 */
export function compareOperations(before: Documented, after: Documented, effort: Effort): Break[] {
  const authentication =
    !before.operation.secured && after.operation.secured
      ? [{ pointer: after.operation.pointer, message: 'Callers must authenticate now.' }]
      : [];
  return [
    ...authentication,
    ...parameterBreaks(before, after, effort),
    ...bodyBreaks(before, after, effort),
    ...responseBreaks(before, after, effort),
  ];
}

function told(found: Narrowing[], direction: Direction, subject: string, pointer: string): Break[] {
  return found.map(({ at, rule }) => ({
    pointer,
    message: `${at === '' ? capital(subject) : `${at} of ${subject}`} ${texts[direction][rule]}.`,
  }));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the parameters by place and name. A path parameter is identified by its position in the path instead. */
function parametersOf({ path, parameters }: Operation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const keyOf = ({ in: place, name }: Parameter): string => {
    if (place === 'path') return `path ${names.indexOf(name)}`;
    return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
  };
  return new Map(parameters.map((parameter) => [keyOf(parameter), parameter]));
}

function parameterBreaks(before: Documented, after: Documented, effort: Effort): Break[] {
  const old = parametersOf(before.operation);
  return [...parametersOf(after.operation)].flatMap(([key, parameter]): Break[] => {
    const known = old.get(key);
    const { pointer } = parameter;
    const subject = `the ${parameter.in} parameter "${parameter.name}"`;
    const required =
      parameter.required && known?.required !== true
        ? [{ pointer, message: `${capital(subject)} is required now.` }]
        : [];
    if (known === undefined) return required;
    const rewritten = isWrittenOtherwise(known, parameter, before.schemas)
      ? [{ pointer, message: `${capital(subject)} is written in another way.` }]
      : [];
    const narrow = { store: after.schemas, schema: parameter.schema };
    const found = compareSchemas(narrow, { store: before.schemas, schema: known.schema }, 'request', effort);
    return [...required, ...rewritten, ...told(found, 'request', subject, pointer)];
  });
}

function isWrittenOtherwise(before: Parameter, after: Parameter, schemas: SchemaStore): boolean {
  if (before.json !== after.json) return true;
  const { types } = schemas.flatten(before.schema);
  const isStyled = types.some((type) => type === 'array' || type === 'object');
  return isStyled && (before.style !== after.style || before.explode !== after.explode);
}

function bodyBreaks(before: Documented, after: Documented, effort: Effort): Break[] {
  const [old, now] = [before.operation.body, after.operation.body];
  if (now === undefined) return old ? [{ pointer: old.pointer, message: 'The operation takes no body any more.' }] : [];
  const { pointer } = now;
  const required = now.required && old?.required !== true ? [{ pointer, message: 'The body is required now.' }] : [];
  if (old === undefined) return required;
  const gone = missingTypes(old.contentTypes, now.contentTypes).map((type) => ({
    pointer,
    message: `The body is not taken as ${type} any more.`,
  }));
  const isSameType = old.contentType !== undefined && mediaType(old.contentType) === mediaType(now.contentType ?? '');
  const narrow = { store: after.schemas, schema: now.schema };
  const found = isSameType
    ? compareSchemas(narrow, { store: before.schemas, schema: old.schema }, 'request', effort)
    : [];
  return [...required, ...gone, ...told(found, 'request', 'the body', pointer)];
}

function responseBreaks(before: Documented, after: Documented, effort: Effort): Break[] {
  return Object.entries(before.operation.responses).flatMap(([status, old]): Break[] => {
    const now = answerFor(status, after.operation);
    if (now !== undefined) return answerBreaks(status, [before, old], [after, now], effort);
    return status.startsWith('2')
      ? [{ pointer: old.pointer, message: `The success ${status} is not answered any more.` }]
      : [];
  });
}

/**
 * Returns the new response for an old status: of that status, of its range ("4XX") or, for "2XX", of the first success.
 * Undefined without one.
 */
function answerFor(status: string, { responses }: Operation): Response | undefined {
  const within = status === '2XX' ? Object.keys(responses).find((one) => one.startsWith('2')) : undefined;
  return responses[status] ?? responses[within ?? `${status.charAt(0)}XX`];
}

function answerBreaks(
  status: string,
  [before, old]: [Documented, Response],
  [after, now]: [Documented, Response],
  effort: Effort,
): Break[] {
  const { pointer } = now;
  const subject = `the answer ${status}`;
  const gone = missingTypes(old.contentTypes, now.contentTypes);
  if (gone.length > 0)
    return gone.map((type) => ({ pointer, message: `${capital(subject)} does not come as ${type} any more.` }));
  if (old.schema === undefined) return [];
  const narrow = { store: before.schemas, schema: old.schema };
  const found = compareSchemas(narrow, { store: after.schemas, schema: now.schema ?? true }, 'response', effort);
  return told(found, 'response', subject, pointer);
}

function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function missingTypes(before: string[], after: string[]): string[] {
  const known = new Set(after.map(mediaType));
  const isTaken = (type: string): boolean =>
    known.has(type) || known.has('*/*') || known.has(`${type.split('/')[0] ?? ''}/*`);
  return before.map(mediaType).filter((type) => !isTaken(type));
}

/**
 * Returns "METHOD /template" without parameter names: "GET /users/{}". Callers cannot tell two operations with the same
 * one apart.
 */
export function placeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}
