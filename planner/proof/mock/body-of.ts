import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import { bytesOf } from '#verifier/transport/encode-form.ts';
import type { WireRequest } from '#verifier/transport/send.ts';

import { isObject, type JsonObject } from '../../intake/json/json-object.ts';
import { isJsonType } from '../../intake/operations/read-content.ts';
import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { fits } from '../../intake/schema/fits.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { attributesReplaced, patchOperations } from '../../resources/creation/patch-operations.ts';
import { bodyWrapper, heldIn } from '../../resources/model/body-wrapper.ts';
import type { MockCall } from './mock-call.ts';

function typed(schemas: SchemaStore, schema: JsonSchema, texts: string[]): Json {
  const flat = schemas.flatten(schema);
  const [type] = flat.types;
  const [text = ''] = texts;
  if (type === 'array') return texts.map((one) => typed(schemas, flat.items ?? true, [one]));
  if (isNumber(flat)) return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'object' ? (JSON.parse(text) as Json) : text;
}

/** Parses a request body: JSON, text, or a form whose texts get their documented types. Undefined without a body. */
export function bodyOf({ body, form }: WireRequest, operation: Operation, schemas: SchemaStore): Json | undefined {
  if (form)
    return readForm(
      form.map((entry) => [entry.name, new TextDecoder().decode(bytesOf(entry))]),
      operation,
      schemas,
    );
  if (body === undefined) return undefined;
  if (operation.body?.isText) return body;
  if (!/urlencoded/i.test(operation.body?.contentType ?? '')) return JSON.parse(body) as Json;
  return readForm([...new URLSearchParams(body)], operation, schemas);
}

function readForm(entries: [name: string, text: string][], operation: Operation, schemas: SchemaStore): Json {
  const { properties } = schemas.flatten(operation.body?.schema ?? true);
  const byName = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const texts = all.map(([, text]) => text);
      const part = operation.body?.parts?.[name];
      if (part && 'contentType' in part && isJsonType(part.contentType)) return [name, JSON.parse(texts[0] ?? 'null')];
      return [name, typed(schemas, properties[name] ?? true, texts)];
    }),
  );
}

/**
 * Returns the members of the resource in a request body, {} if there are none. Undefined if the body breaks its schema.
 */
export function sentBy(schemas: SchemaStore, { route: { operation }, body }: MockCall): JsonObject | undefined {
  if (operation.body && !fits(schemas, operation.body.schema, body ?? {})) return undefined;
  const replacing = patchOperations(schemas, operation);
  if (replacing) return attributesReplaced(replacing, body);
  const wrapper = bodyWrapper(schemas, operation);
  const sent = wrapper ? heldIn(wrapper, body) : body;
  // A text body has no member names, so it is stored under "". A line of an import is stored under its member's name.
  if (operation.body?.isText) return { [operation.body.line?.name ?? '']: sent ?? '' };
  return isObject(sent) ? sent : {};
}
