import { createHmac, timingSafeEqual } from 'node:crypto';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { BlobKey, BlobSigner, DownloadOptions, SignedDownload } from '#domain/ports/blob-store.ts';

/** Where the local server answers signed URLs. */
export const blobPath = '/blobs/';

type Options = { secret: Buffer; origin: () => string; now: () => number };

/** What a good signature gives access to; the scope is the one of the caller for whom it was signed. */
export type Grant = { scope: TenantScope; key: BlobKey; filename: string; contentType: string };

/** Signs and checks expiring URLs with an HMAC over path, name, type and expiry, in place of the object store's presigned ones. */
export class SignedUrls implements BlobSigner {
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }

  async signDownload({ tenantId }: TenantScope, key: BlobKey, options: DownloadOptions): Promise<SignedDownload> {
    const path = `${blobPath}${tenantId}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const filename = options.filename.replaceAll(/[^\w.-]+/g, '-');
    return this.sign('GET', path, { filename, type: options.contentType }, options.expiresInSeconds);
  }

  /** A URL for one method and path, with what else shall hold of the request, until it expires. */
  sign(method: string, path: string, terms: Record<string, string>, expiresInSeconds: number): SignedDownload {
    const { origin, now } = this.#options;
    const expires = Math.floor(now() / 1000) + expiresInSeconds;
    const query = new URLSearchParams({ ...terms, expires: String(expires) });
    query.set('signature', this.#signatureOf(method, path, query));
    return { url: `${origin()}${path}?${query}`, expiresAt: new Date(expires * 1000) };
  }

  /** What the URL grants now; undefined when it was not signed here, was changed, or has expired. */
  check(path: string, rawQuery: string): Grant | undefined {
    const query = this.verified('GET', path, rawQuery);
    if (!query) return undefined;
    const [tenantId = '', ...key] = path.slice(blobPath.length).split('/').map(decodeURIComponent);
    const scope = mintScope.tenant(tenantId);
    return { scope, key: key.join('/'), filename: query.get('filename')!, contentType: query.get('type')! };
  }

  /** The terms of a URL that `sign` made for the method; undefined when it did not, something was changed, or it has expired. */
  verified(method: string, path: string, rawQuery: string): URLSearchParams | undefined {
    const query = new URLSearchParams(rawQuery);
    const given = Buffer.from(query.get('signature') ?? '', 'hex');
    query.delete('signature');
    const expected = Buffer.from(this.#signatureOf(method, path, query), 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return Number(query.get('expires')) * 1000 <= this.#options.now() ? undefined : query;
  }

  #signatureOf(method: string, path: string, query: URLSearchParams): string {
    return createHmac('sha256', this.#options.secret).update(`${method} ${path}?${query}`).digest('hex');
  }
}
