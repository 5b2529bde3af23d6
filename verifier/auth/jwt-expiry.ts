/**
 * When a JWT says that it expires (ms since the epoch); undefined for any other token. The signature is not looked at.
 */
export function jwtExpiryMs(token: string): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof claims?.exp === 'number' ? claims.exp * 1000 : undefined;
  } catch {
    // Three dotted parts that are not a JWT.
    return undefined;
  }
}
