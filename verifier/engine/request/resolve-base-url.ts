/** Thrown if the base URL cannot be used. The program exits with 2. */
export class InvalidBaseUrl extends Error {
  override readonly name = 'InvalidBaseUrl';
}

/**
 * The URL to which path templates are appended, without a trailing slash. `https://host/v1` stays; `https://host` gets
 * the base path of the spec. Planner and verifier §5. Throws InvalidBaseUrl.
 */
export function resolveBaseUrl(baseUrl: string, basePath: string): string {
  const url = URL.parse(baseUrl);
  if (!url) throw new InvalidBaseUrl(`"${baseUrl}" is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new InvalidBaseUrl(`"${baseUrl}" is neither http nor https`);
  }
  if (url.username !== '' || url.password !== '') throw new InvalidBaseUrl('the base URL must not carry credentials');
  if (url.search !== '' || url.hash !== '')
    throw new InvalidBaseUrl('the base URL must not have a query or a fragment');
  const path = url.pathname === '/' ? `/${basePath.replace(/^\/+/, '')}` : url.pathname;
  return url.origin + path.replace(/\/+$/, '');
}
