import { checkDocumentLimits, MAX_DEPTH } from './check-document-limits.ts';
import { isObject, type JsonObject } from './json-object.ts';
import { SpecError } from './spec-error.ts';

export const MAX_BYTES = 16 * 1024 * 1024;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SpecError(
      'SPEC_INVALID',
      `The spec is not valid JSON: ${(error as Error).message}.`,
      'Mend the JSON at that place, or give the spec as YAML.',
    );
  }
}

/** The library says of a text without the quotes that it needs where it ends, and not what it lacks. */
const NEEDS_QUOTES = /^(bad indentation|unidentified alias)/;
const QUOTES = 'Mend the YAML there: a text that holds ": ", or begins with one of @ ` % & * ! | > [ {, needs quotes.';
/** Levels of nesting before the values are looked at, which costs the stack; keys that "<<" copies, which costs memory. */
const YAML_LIMITS = { maxDepth: 2 * MAX_DEPTH, maxTotalMergeKeys: 100_000 };

async function parseYaml(text: string): Promise<unknown> {
  const { CORE_SCHEMA, load, Type, YAMLException } = await import('js-yaml');
  const merge = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (key) => key === '<<' });
  // What a tag means to others (!Ref, !Sub), it stands for by its value.
  const tagged = (['scalar', 'sequence', 'mapping'] as const).flatMap((kind) =>
    ['!', 'tag:'].map((tag) => new Type(tag, { kind, multi: true })),
  );
  try {
    return load(text, { schema: CORE_SCHEMA.extend({ implicit: [merge], explicit: tagged }), ...YAML_LIMITS }) ?? null;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    if (reason.startsWith('nesting exceeded'))
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The YAML is nested far deeper than ${MAX_DEPTH} levels.`,
        'Move the inner schemas to #/components/schemas and refer to them.',
      );
    const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : '';
    const fix = NEEDS_QUOTES.test(reason) ? QUOTES : 'Mend the YAML at that place.';
    throw new SpecError('SPEC_INVALID', `The spec is not valid YAML: ${reason}${place}.`, fix);
  }
}

/**
 * Text (JSON or YAML) or an already parsed document → a JSON object within the limits of planner and verifier §2.
 * Throws SpecError for empty, unparsable, huge, deep or self-containing input.
 */
export async function readDocument(spec: string | object): Promise<JsonObject> {
  let parsed: unknown = spec;
  if (typeof spec === 'string') {
    const sizeBytes = Buffer.byteLength(spec);
    if (sizeBytes > MAX_BYTES)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The spec has ${sizeBytes.toLocaleString('en')} bytes; the limit is 16 MiB.`,
        'Publish the part of the API that this feature uses.',
      );
    const text = spec.replace(/^\uFEFF/, '').trim();
    if (text === '')
      throw new SpecError('SPEC_INVALID', 'The spec is empty.', 'Give an OpenAPI document as JSON or YAML.');
    if (/^<(!doctype\s+html|html|head|body)\b/i.test(text))
      throw new SpecError(
        'SPEC_INVALID',
        'The spec is an HTML page, not an OpenAPI document.',
        'Give the document itself: pages that show an API load it from a URL that often ends in openapi.json, swagger.json or /v3/api-docs.',
      );
    if (/^<(\?xml|wsdl|[\w:-]+[\s>])/i.test(text))
      throw new SpecError(
        'SPEC_INVALID',
        'The spec is XML, not an OpenAPI document.',
        'Give an OpenAPI document as JSON or YAML; WSDL and WADL are not read.',
      );
    parsed = /^[[{]/.test(text) ? parseJson(text) : await parseYaml(text);
  }
  checkDocumentLimits(parsed);
  if (!isObject(parsed))
    throw new SpecError(
      'SPEC_INVALID',
      'The spec is not an object.',
      'Give an OpenAPI document: an object with "openapi", "info" and "paths".',
      '',
    );
  return parsed;
}
