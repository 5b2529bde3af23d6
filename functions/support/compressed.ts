import { gzipSync } from 'node:zlib';
import type { ApiGatewayResult } from './api-gateway-event.ts';

/** A smaller answer fits into one packet as it is. */
const smallestBytes = 1024;

/** The result with its body packed by gzip, where the caller takes that (its header Accept-Encoding) and it pays: bytes that leave cost money. */
export const compressed = (result: ApiGatewayResult, acceptEncoding: string | undefined): ApiGatewayResult => {
  const { headers, body } = result;
  if (Buffer.byteLength(body) < smallestBytes) return result;
  const varying = { ...headers, vary: [headers['vary'], 'accept-encoding'].filter(Boolean).join(', ') };
  if (!takesGzip(acceptEncoding)) return { ...result, headers: varying };
  return {
    ...result,
    headers: { ...varying, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};

const takesGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.replaceAll(/\s/g, '').split(';q='))
    .some(([coding = '', weight = '1']) => ['gzip', '*'].includes(coding) && Number(weight) > 0);
