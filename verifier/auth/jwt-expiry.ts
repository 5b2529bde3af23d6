/** The `exp` of a JWT, in ms since the epoch. Undefined for a token without one. The signature is not checked. */
export function jwtExpiryMs(token: string): number | undefined {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof claims?.exp === 'number' ? claims.exp * 1000 : undefined;
  } catch {
    // The token has three parts but is no JWT.
    return undefined;
  }
}
