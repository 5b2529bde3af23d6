import type { RunIo } from '#verifier/cli/cli-io.ts';
import { InputError } from '../input-error.ts';
import { isUrl } from './read-spec-source.ts';

/** Where frameworks serve their document, by how widespread they are: FastAPI, springdoc, Swashbuckle, NestJS, others. */
const PLACES = [
  'openapi.json',
  'v3/api-docs',
  'swagger.json',
  'swagger/v1/swagger.json',
  'api-json',
  'api-docs',
  'openapi.yaml',
  'api/openapi.json',
];
const PATIENCE_MS = 10_000;

/**
 * The spec that is meant: of a URL that names a server and no document, and of `auto` below the base URL, the document that is found there,
 * which stderr says. Throws InputError.
 */
export const located = async (place: string, { stderr }: Pick<RunIo, 'stderr'>, baseUrl?: string): Promise<string> => {
  if (place === 'auto' && baseUrl === undefined)
    throw new InputError('USAGE', 'Only verify knows where auto is.', 'Give the URL of the server as the spec.');
  if (place !== 'auto' && !isBareOrigin(place)) return place;
  const found = await findSpec(place === 'auto' ? (baseUrl ?? '') : place);
  stderr(`spec: ${found}\n`);
  return found;
};

const isBareOrigin = (place: string): boolean =>
  isUrl(place) && URL.canParse(place) && `${new URL(place).pathname}${new URL(place).search}` === '/';

/**
 * The URL of the document that a server shows: below the base URL, then below its origin, at the places that frameworks use. Throws InputError
 * SPEC_NOT_FOUND.
 */
const findSpec = async (baseUrl: string): Promise<string> => {
  const { origin, pathname } = new URL(baseUrl);
  const folders = [...new Set([`${origin}${pathname.replace(/\/$/, '')}`, origin])];
  for (const url of folders.flatMap((folder) => PLACES.map((place) => `${folder}/${place}`)))
    if (await answersDocument(url)) return url;
  throw new InputError(
    'SPEC_NOT_FOUND',
    `No OpenAPI document is at ${folders.join(' or ')}: asked for ${PLACES.join(', ')}.`,
    'Name its URL or file.',
  );
};

/** Servers of single-page programs answer 200 and HTML to everything. Throws InputError SPEC_NOT_FETCHED where nothing listens. */
const answersDocument = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    throw new InputError('SPEC_NOT_FETCHED', `Nothing answers at ${url}: ${why}.`, 'Is the API up?');
  });
  if (!answer.ok || /\bhtml\b/.test(answer.headers.get('content-type') ?? '')) {
    await answer.body?.cancel();
    return false;
  }
  return /["']?(openapi|swagger)["']?\s*:/.test(await answer.text());
};
