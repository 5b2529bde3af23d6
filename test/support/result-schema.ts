import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
  formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T') },
});
const schema = JSON.parse(readFileSync(new URL('../../verifier/result/result.schema.json', import.meta.url), 'utf8'));
const validate = ajv.compile(schema);

/** Fails unless the document, written as JSON, is what result.schema.json promises. */
export function expectResultDocument(document: unknown): void {
  expect(violationsOf(document)).toEqual([]);
}

export function violationsOf(document: unknown): ErrorObject[] {
  return validate(JSON.parse(JSON.stringify(document))) ? [] : (validate.errors ?? []);
}
