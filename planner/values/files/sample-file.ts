import type { Template } from '#verifier/plan/plan.ts';

import { nounSegment } from '../../resources/model/path-template.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Choice, Turn } from '../model/choice.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { otherFiles, pictureFiles } from '../../vocabulary/values/sent-words.ts';

type Kind = {
  contentType: string;
  extension: string;
  /** Words in member names, paths and operationIds for files of this type. */
  words: readonly string[];
  /** Content before and after the twelve unique letters and digits of a run. In base64, these twelve are nine bytes. */
  before: string;
  after: string;
  isBase64?: true;
};

const PDF = [
  '%PDF-1.4\n%',
  '\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000023 00000 n \n' +
    '0000000066 00000 n \n0000000115 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n176\n%%EOF\n',
] as const;

/**
 * File types of which a small valid file with unique content is known. A PNG may have any bytes after its end, a ZIP
 * archive in its comment.
 */
const KINDS: Kind[] = [
  {
    contentType: 'image/png',
    extension: 'png',
    words: [...pictureFiles.words],
    before:
      'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC',
    after: '',
    isBase64: true,
  },
  { contentType: 'text/csv', extension: 'csv', words: ['csv'], before: 'id,name\n1,', after: '\n' },
  { contentType: 'application/pdf', extension: 'pdf', words: ['pdf'], before: PDF[0], after: PDF[1] },
  { contentType: 'application/json', extension: 'json', words: ['json'], before: '{"name":"', after: '"}' },
  {
    contentType: 'application/zip',
    extension: 'zip',
    words: ['archive', 'zip'],
    before:
      'UEsDBBQAAAAAAAAAIVkn2uw3BQAAAAUAAAAIAAAAZmlsZS50eHR0ZXh0ClBLAQIUABQAAAAAAAAAIVkn2uw3BQAAAAUAAAAIAAAAAAAAAAAAAAAAAAAAAABmaWxlLnR4dFBLBQYAAAAAAQABADYAAAArAAAAEAAg',
    after: '',
    isBase64: true,
  },
];
const TEXT: Kind = { contentType: 'text/plain', extension: 'txt', words: [], before: '', after: '' };

/** Content that differs by turn. `bytes` is base64 of ASCII letters, so that it differs as text, too. */
const STEMS: Record<Turn, { name: string; text: string; bytes: string }> = {
  0: { name: 'sample', text: 'text', bytes: btoa('sample') },
  1: { name: 'changed', text: 'next', bytes: btoa('change') },
  2: { name: 'further', text: 'last', bytes: btoa('others') },
};
/** The length of a file's unique content. */
const OWN = 12;

/**
 * Returns a small valid file (`SentFile` of the plan format) with unique content and name. Its type is the
 * documented `contentType`, else the one that the first fitting name in `named` suggests, else text. Undefined if no
 * file of that type is known.
 */
export function sampleFile(named: string[], contentType: string | undefined, turn: Turn): Template | undefined {
  const kind = kindOf(named, contentType);
  if (!kind) return undefined;
  const { after, extension, isBase64 } = kind;
  const { name, text: stem, bytes } = STEMS[turn];
  const before = isBase64 ? kind.before + bytes : kind.before;
  const length = before.length + OWN + after.length;
  const content = { stem, maxLength: length, charset: 'alphanumeric' as const, prefix: before, suffix: after };
  return {
    object: {
      '@content': { unique: content },
      ...(isBase64 && { '@encoding': { literal: 'base64' } }),
      '@fileName': { unique: { stem: name, maxLength: 40, charset: 'text', suffix: `.${extension}` } },
      '@contentType': { literal: kind.contentType },
      '@size': { literal: isBase64 ? (length / 4) * 3 : length },
    },
  };
}

/**
 * Returns a function that gives the file for a form member, by the member's name, the path and the operationId.
 * Undefined if the body is no form with files.
 */
export function filesOf({ body, path, id }: Operation): Choice['file'] {
  const { files } = body ?? {};
  return files && ((name, turn) => sampleFile([name, nounSegment(path), id], files[name], turn));
}

function kindOf(named: string[], contentType = ''): Kind | undefined {
  const types = contentType.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase() ?? '');
  const said = types.filter((one) => one !== '' && one !== 'application/octet-stream' && one !== '*/*');
  const isMeant = (kind: Kind) => said.some((one) => one === kind.contentType || isWithin(one, kind.contentType));
  const byName = named.map((name) => tellsKind(name)).find((told) => told !== undefined);
  if (said.length === 0) return byName === undefined ? TEXT : byName === 'other' ? undefined : byName;
  return byName !== undefined && byName !== 'other' && isMeant(byName) ? byName : [TEXT, ...KINDS].find(isMeant);
}

function isWithin(range: string, type: string): boolean {
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

function tellsKind(name: string): Kind | 'other' | undefined {
  const words = wordsOf(name).flatMap((word) => [word, singular(word)]);
  return KINDS.find((kind) => kind.words.some((word) => words.includes(word))) ?? isOther(words);
}

function isOther(words: string[]): 'other' | undefined {
  return words.some((word) => otherFiles.has(word)) ? 'other' : undefined;
}
