import { rootCertificates } from 'node:tls';
import type { NetworkOptions } from './send.ts';

/** The options of a TLS connection. A private CA is added to the known ones. */
export function tlsOptions({ ca, cert, key }: NetworkOptions): { ca?: string[]; cert?: string; key?: string } {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
