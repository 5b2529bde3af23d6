import type { FormPart } from '#verifier/plan/form-part.ts';
import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member, pointerToken } from '../json/json-object.ts';
import { examplesOf, isFormType, isJsonType, type Source } from './read-content.ts';
import { resolveReference } from '../document/resolve-reference.ts';
import type { RequestBody } from '../model/operation.ts';

const MULTIPART = /^multipart\/form-data\s*(;|$)/i;

type Multipart = Pick<RequestBody, 'contentType' | 'schema' | 'examples' | 'parts' | 'files'>;

/**
 * Reads a multipart form if it requires a file, or if neither JSON nor a urlencoded form is documented. Undefined
 * otherwise. `fileSchema` and `linkedFile` tell which members are files.
 */
export function readMultipart(source: Source, content: Json | undefined, at: string): Multipart | undefined {
  const types = isObject(content) ? Object.keys(content) : [];
  const type = types.find((one) => MULTIPART.test(one));
  const media = type === undefined ? undefined : member(content, type);
  if (type === undefined || !isObject(media)) return undefined;
  const place = `${at}/content${pointerToken(type)}`;
  const { value, at: schemaAt } = resolveReference(source.document, media['schema'] ?? {}, `${place}/schema`);
  const found = partsIn(source, media, schemaAt);
  const required = Array.isArray(value['required']) ? value['required'] : [];
  const isBeside = types.some((one) => isJsonType(one) || isFormType(one));
  if (isBeside && !Object.keys(found.files).some((name) => required.includes(name))) return undefined;
  const schema = found.isRewritten
    ? source.schemas.normalise({ ...value, properties: found.properties }, schemaAt)
    : source.schemas.normalise(media['schema'] ?? true, `${place}/schema`);
  const { parts, files } = found;
  return { contentType: 'multipart/form-data', schema, examples: examplesOf(source, media, place), parts, files };
}

type Found = {
  parts: Record<string, FormPart>;
  files: Record<string, string | undefined>;
  properties: JsonObject;
  isRewritten: boolean;
};

function partsIn(source: Source, media: JsonObject, at: string): Found {
  const { value } = resolveReference(source.document, media['schema'] ?? {}, at);
  const given = isObject(value['properties']) ? value['properties'] : {};
  const found: Found = { parts: {}, files: {}, properties: {}, isRewritten: false };
  for (const [name, raw] of Object.entries(given)) {
    const said = member(member(media['encoding'], name), 'contentType');
    const type = typeof said === 'string' ? said : undefined;
    const file = fileSchema(source, raw, type, `${at}/properties${pointerToken(name)}`) ?? linkedFile(name, raw);
    found.properties[name] = file?.schema ?? raw;
    if (!file && type !== undefined) found.parts[name] = { contentType: type.split(',')[0]?.trim() ?? type };
    if (!file) continue;
    found.parts[name] = { isFile: true };
    found.files[name] = type ?? file.contentType;
    if (file.schema !== raw) found.isRewritten = true;
  }
  return found;
}

/**
 * Returns a file or a list of files as `format: binary`, with the documented media type. A file has `format: binary`,
 * or a `contentMediaType` other than JSON and no text encoding. A member without a type is a file if its `encoding` is
 * neither JSON nor plain text. Undefined for other members.
 */
function fileSchema(
  source: Source,
  raw: Json,
  type: string | undefined,
  at: string,
): { schema: Json; contentType: string | undefined } | undefined {
  if (!isObject(raw)) return raw === true && isFileType(type) ? { schema: BINARY, contentType: type } : undefined;
  const { value, at: place } = resolveReference(source.document, raw, at);
  if (isObject(value['items'])) {
    const item = fileSchema(source, value['items'], type, `${place}/items`);
    return (
      item && {
        ...item,
        schema: item.schema === value['items'] ? raw : { ...value, type: 'array', items: item.schema },
      }
    );
  }
  const branches = [value['anyOf'], value['oneOf'], value['allOf']].find(Array.isArray);
  if (branches) {
    const [one, another] = branches.filter((branch) => member(branch, 'type') !== 'null');
    return one === undefined || another !== undefined ? undefined : fileSchema(source, one, type, place);
  }
  const { format, contentMediaType: media, contentEncoding } = value;
  if (format === 'binary') return { schema: raw, contentType: typeof media === 'string' ? media : undefined };
  const isEncoded = typeof contentEncoding === 'string' && contentEncoding !== 'binary';
  if (typeof media === 'string' && !isEncoded && !isJsonType(media) && value['contentSchema'] === undefined)
    return { schema: BINARY, contentType: media };
  const isOpen = ['type', 'properties', 'enum', 'const', '$ref'].every((key) => value[key] === undefined);
  return isOpen && isFileType(type) ? { schema: BINARY, contentType: type } : undefined;
}

/**
 * Returns a file for a member such as `avatar` with `format: uri` that is not read-only: Django REST framework
 * documents a file by its link in responses. Undefined for other members.
 */
function linkedFile(name: string, raw: Json): { schema: Json; contentType: undefined } | undefined {
  const isLink = member(raw, 'format') === 'uri' && member(raw, 'readOnly') !== true;
  return isLink && FILES.test(name) ? { schema: BINARY, contentType: undefined } : undefined;
}

const FILES = /(^|_)(attachment|avatar|document|file|image|logo|photo|picture|scan|upload)$/i;
const BINARY = { type: 'string', format: 'binary' };

function isFileType(type: string | undefined): boolean {
  return type !== undefined && !isJsonType(type) && !/^text\/plain\b/i.test(type);
}
