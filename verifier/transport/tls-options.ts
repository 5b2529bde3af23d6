import { rootCertificates } from 'node:tls';
import type { NetworkOptions } from './send.ts';

/** What a TLS connection is given: a private CA joins the known ones, it does not replace them. */
export function tlsOptions({ ca, cert, key }: NetworkOptions): { ca?: string[]; cert?: string; key?: string } {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
