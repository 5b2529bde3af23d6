import { refuseOtherText } from './other-formats.ts';
import { checkDocumentLimits, MAX_BYTES, MAX_DEPTH } from './check-document-limits.ts';
import { isObject, type JsonObject } from '../json/json-object.ts';
import { SpecError } from '../json/spec-error.ts';

export const MAX_ALIASES = 1_000;
/** The longest text for the slow YAML parser. For some texts, its time grows with the square of their length. */
const MAX_PATIENTLY = 1024 * 1024;
/** The most members that "<<" may merge into maps. */
const MAX_MERGED = 100_000;

/**
 * Parses a text that begins with a bracket: JSON, or YAML in flow style. If both fail, throws SpecError about the one
 * that the text looks like.
 */
async function parseBracketed(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    const read = await parseYaml(text).catch((problem: unknown) => problem);
    if (!(read instanceof Error)) return read;
    if (!/^[[{]\s*["[{]/.test(text)) throw read;
    throw new SpecError(
      'SPEC_INVALID',
      `The spec is not valid JSON: ${(error as Error).message}.`,
      'Mend the JSON at that place, or give the spec as YAML.',
    );
  }
}

function notYaml(message: string): SpecError {
  return new SpecError('SPEC_INVALID', `The spec is not valid YAML: ${message}.`, 'Mend the YAML at that place.');
}

/**
 * Parses YAML with the fast parser. Undefined if that fails on a text of at most 1 Mi characters: the slow parser then
 * decides and words the error. Throws SpecError if it fails on a longer text, by too many merged members or by too deep
 * nesting.
 */
async function parseYamlQuickly(text: string): Promise<{ parsed: unknown } | undefined> {
  const { CORE_SCHEMA, load, mergeTag, YAMLException } = await import('js-yaml');
  const limits = { maxAliases: MAX_ALIASES, maxTotalMergeKeys: MAX_MERGED };
  try {
    return { parsed: load(text, { schema: CORE_SCHEMA.withTags(mergeTag), ...limits }) };
  } catch (error) {
    // The slow parser would copy all these members.
    if (error instanceof YAMLException && error.reason.startsWith('merge keys exceeded'))
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The YAML copies more than ${MAX_MERGED.toLocaleString('en')} members by "<<".`,
        'Replace merges by "$ref" to a component.',
      );
    if (error instanceof RangeError || (error instanceof YAMLException && error.reason.includes('maxDepth')))
      throw nestedTooDeep();
    if (text.length > MAX_PATIENTLY)
      throw notYaml(
        error instanceof YAMLException ? `${error.reason} at line ${(error.mark?.line ?? 0) + 1}` : String(error),
      );
    return undefined;
  }
}

async function parseYaml(text: string): Promise<unknown> {
  const read = await parseYamlQuickly(text);
  return read ? read.parsed : parseYamlPatiently(text);
}

function nestedTooDeep(): SpecError {
  return new SpecError(
    'SPEC_TOO_COMPLEX',
    `The YAML is nested far deeper than ${MAX_DEPTH} levels.`,
    'Move the inner schemas to #/components/schemas and refer to them.',
  );
}

async function parseYamlPatiently(text: string): Promise<unknown> {
  const { isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  try {
    const lineCounter = new LineCounter();
    // With `uniqueKeys`, the library compares each key with all others of its map: a large map would take minutes.
    const document = parseDocument(text, { merge: true, lineCounter, uniqueKeys: false });
    const [problem] = document.errors;
    // The library reports its own stack overflow as an error of the text.
    if (problem && /call stack/i.test(problem.message)) throw new RangeError(problem.message);
    if (problem) throw notYaml(problem.message.split('\n')[0]?.replace(/:$/, '') ?? problem.code);
    let aliases = 0;
    visit(document, {
      Alias: () => {
        aliases += 1;
        return aliases > MAX_ALIASES ? visit.BREAK : undefined;
      },
      Map: (_, { items }) => {
        const seen = new Set<unknown>();
        for (const { key } of items) {
          if (!isScalar(key)) continue;
          if (seen.has(key.value)) {
            const { line, col } = lineCounter.linePos(key.range?.[0] ?? 0);
            throw notYaml(`Map keys must be unique at line ${line}, column ${col}`);
          }
          seen.add(key.value);
        }
      },
    });
    if (aliases > MAX_ALIASES)
      throw new SpecError(
        'SPEC_TOO_COMPLEX',
        `The YAML uses more than ${MAX_ALIASES.toLocaleString('en')} aliases.`,
        'Replace aliases by "$ref" to a component.',
      );
    return document.toJS({ maxAliasCount: -1 });
  } catch (error) {
    if (error instanceof SpecError) throw error;
    // An alias without an anchor, and a merge of something else than a map, are noticed only here.
    if (!(error instanceof RangeError)) throw notYaml((error as Error).message);
    throw nestedTooDeep();
  }
}

/**
 * Returns the spec as a JSON object within the limits (see checkDocumentLimits). `spec`: JSON or YAML text, or a parsed
 * document. Throws SpecError for an empty, unreadable, too large or too deep spec, and for one that contains itself.
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
    refuseOtherText(text);
    parsed = await (/^[[{]/.test(text) ? parseBracketed(text) : parseYaml(text));
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
