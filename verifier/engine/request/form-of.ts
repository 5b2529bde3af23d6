import { isObject } from '../../plan/json-object.ts';
import type { FormPart, SentFile } from '../../plan/form-part.ts';
import type { Json } from '../../plan/plan.ts';
import type { FormEntry } from '../../transport/send.ts';
import { isJson } from './media-type-of.ts';

/**
 * The parts of a multipart form. An array gives one part per entry, unless it is sent as one JSON part. An object that
 * is no file is sent as JSON.
 */
export function formOf(value: Record<string, Json>, parts: Record<string, FormPart>): FormEntry[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const part = parts[name];
    const isWhole = part !== undefined && 'contentType' in part && isJson(part.contentType);
    const entries = Array.isArray(member) && !isWhole ? member : [member];
    // A multipart form cannot carry null.
    return entries.filter((one) => one !== null).map((one) => entryOf(name, one, part));
  });
}

function entryOf(name: string, value: Json, part: FormPart | undefined): FormEntry {
  if (part !== undefined && 'isFile' in part && isFile(value)) {
    const isBase64 = value['@encoding'] === 'base64';
    const fileName = value['@fileName'];
    return { name, content: value['@content'], isBase64, fileName, contentType: value['@contentType'] };
  }
  const contentType = part !== undefined && 'contentType' in part ? part.contentType : undefined;
  const isText = typeof value === 'string' && !(contentType !== undefined && isJson(contentType));
  const type = contentType ?? (isObject(value) ? 'application/json' : undefined);
  return { name, content: isText ? value : JSON.stringify(value), ...(type !== undefined && { contentType: type }) };
}

/** True if a value is a file to upload. */
export function isFile(value: Json | undefined): value is SentFile & Json {
  return isObject(value) && typeof value['@content'] === 'string' && typeof value['@fileName'] === 'string';
}
