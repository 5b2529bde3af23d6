import { confined } from '#planner/confined/confined.ts';
import { InputError } from '../input-error.ts';
import { isRecord } from '../read-text-file.ts';
import { usageError } from './parse-options.ts';
import { isUrl } from './read-spec-source.ts';

/**
 * The API of a spec that comes from a URL: where that URL leads. Of a file it must be said: a server that a file names may be production,
 * and nobody has asked for requests there. Throws InputError USAGE.
 */
export const baseUrlOf = (spec: string | undefined): string => {
  if (spec !== undefined && isUrl(spec) && URL.canParse(spec)) return new URL(spec).origin;
  throw usageError('--base-url is missing.', 'verify');
};

/** Throws InputError USAGE where the spec names a server elsewhere than where it came from: which of them is meant must be said. */
export const refuseOtherServer = async (spec: string, text: string): Promise<void> => {
  const { servers } = (await confined('readDocument', { spec: text })) as { servers?: unknown };
  const [first]: unknown[] = Array.isArray(servers) ? servers : [];
  const url = isRecord(first) ? first['url'] : undefined;
  if (typeof url !== 'string' || !URL.canParse(url, spec) || new URL(url, spec).origin === new URL(spec).origin) return;
  const message = `The spec comes from ${new URL(spec).origin} and names the server ${url}.`;
  throw new InputError('USAGE', message, 'Say which of them to verify: --base-url URL');
};
