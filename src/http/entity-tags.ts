import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/define-endpoint.ts';

/** The strong entity tag of an answer (security and reliability §3): its stored version, or a digest of what is shown. */
export const entityTagOf = (
  { operationId, etag }: Endpoint,
  version: number | undefined,
  shown: string,
): string | undefined => {
  if (etag === undefined || shown === '') return undefined;
  if (etag === 'content') return `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`;
  if (version === undefined) throw new Error(`${operationId} shows no version.`);
  return `"v${version}"`;
};

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** The versions that If-Match names; undefined where any will do. Weak tags and those of others name none (RFC 9110 §13.1.1). */
export const namedVersions = (ifMatch: string | undefined): readonly number[] | undefined => {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  return tagsIn(ifMatch).flatMap((tag) => {
    const version = /^"v(0|[1-9]\d{0,14})"$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
};

/** Whether the caller has what would be shown already: If-None-Match compares weakly (RFC 9110 §13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, tag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  tag !== undefined &&
  (ifNoneMatch === '*' || tagsIn(ifNoneMatch).some((known) => known.replace(/^W\//, '') === tag));
